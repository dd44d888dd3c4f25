/** What browsers call drawing by the processor alone. */
const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

type Canvas = Pick<HTMLCanvasElement, "getContext">;

let known: boolean | null = null;

/** Whether there is a graphics card to draw with; asked once. */
export function hasGraphicsCard(): boolean {
  known ??= drawsByCard(document.createElement("canvas"));
  return known;
}

/**
 * Without a card, WebGL is there and drawn by the processor: twice as slow as text is (20 MB of output: 3.8 s against
 * 2.3 s). A browser that doesn't tell the name is taken at its word.
 */
export function drawsByCard(canvas: Canvas): boolean {
  const context = canvas.getContext("webgl2", { failIfMajorPerformanceCaveat: true }) as WebGL2RenderingContext | null;
  if (!context) return false;
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const name = names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "";
  // A page has sixteen of these, for its terminals.
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return !BY_PROCESSOR.test(name);
}
