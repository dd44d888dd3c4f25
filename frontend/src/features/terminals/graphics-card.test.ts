import { expect, test, vi } from "vitest";
import { drawsByCard } from "./graphics-card.ts";

function canvasOf(renderer: string | null) {
  const loseContext = vi.fn();
  const extensions: Record<string, unknown> = {
    WEBGL_lose_context: { loseContext },
    ...(renderer === null ? {} : { WEBGL_debug_renderer_info: { UNMASKED_RENDERER_WEBGL: 37446 } }),
  };
  const context = {
    getExtension: (name: string) => extensions[name] ?? null,
    getParameter: (name: number) => (name === 37446 ? renderer : null),
  };
  return { loseContext, canvas: { getContext: () => context } as unknown as HTMLCanvasElement };
}

test.each([
  ["ANGLE (NVIDIA, NVIDIA GeForce RTX 3060, OpenGL 4.5)", true],
  ["ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)", false],
  ["llvmpipe (LLVM 19.1, 256 bits)", false],
  ["ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)", false],
  [null, true],
])("%s is a graphics card: %s", (renderer, is) => {
  const { canvas, loseContext } = canvasOf(renderer);
  expect(drawsByCard(canvas)).toBe(is);
  expect(loseContext).toHaveBeenCalledOnce();
});

test("without WebGL there is none", () => {
  expect(drawsByCard({ getContext: () => null } as unknown as HTMLCanvasElement)).toBe(false);
});
