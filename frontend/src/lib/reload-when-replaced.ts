const KEY = "thoth-reloaded";
/** A page that was just loaded has the parts of its own build: reloading it again would change nothing. */
const AGAIN_MS = 30_000;

/**
 * A part of the page that is not there any more means that the server has another build by now: the page is loaded anew,
 * where it stood (its address has it, and drafts are kept). Not while the server is away, nor again and again.
 */
export function reloadWhenReplaced({
  target = window as EventTarget,
  reload = () => location.reload(),
  answers = async () => (await fetch("/healthz")).ok,
  now = Date.now,
} = {}): void {
  target.addEventListener("vite:preloadError", async () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (now() - last < AGAIN_MS) return;
    if (!(await answers().catch(() => false))) return;
    sessionStorage.setItem(KEY, String(now()));
    reload();
  });
}
