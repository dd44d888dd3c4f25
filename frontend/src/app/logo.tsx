/** An ibis, the bird of Thoth, who wrote down what was decided. */
export function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-[22px] flex-none">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M7 13.500C8.500 9 12.500 6.500 15.800 8.200c2.900 1.500 2.600 4.700 1.700 7.300-.9 2.500-1 4.700 1.200 6.500 1.700 1.400 4.300 1.500 6.300.5M14.500 25h6M17.500 25v-3.500"
        fill="none"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent-ink"
      />
      <circle cx="15" cy="11.300" r="1.300" className="fill-accent-ink" />
    </svg>
  );
}
