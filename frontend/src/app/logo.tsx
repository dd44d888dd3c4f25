/** An ibis, the bird of Thoth, who wrote down what was decided. `public/icon.svg` is the same. */
export function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-[22px] flex-none fill-accent-ink stroke-accent-ink">
      <rect width="32" height="32" rx="8" className="fill-accent" stroke="none" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path strokeWidth="2.3" d="M13.6 9.2C9.5 9 6.8 12 6.5 17.5" />
        <path strokeWidth="2.6" d="M15.5 11.5c2.8 1.7 1.3 4.3 1.3 6.2" />
        <path strokeWidth="2" d="M18.5 22.500V27M22 22.500V27" />
      </g>
      <circle cx="15" cy="9.3" r="3" stroke="none" />
      <path
        stroke="none"
        d="M15 18.5c0-2.7 2.4-4.2 5.3-3.8 3 .4 5.5 2.3 6.7 4.6-1.6 2.4-4.3 3.9-7.3 3.9-3 0-4.7-1.7-4.7-4.7z"
      />
      <circle cx="15.3" cy="8.9" r=".9" stroke="none" className="fill-accent" />
    </svg>
  );
}
