import { afterEach, describe, expect, it, vi } from "vitest";
import { copyText } from "./clipboard.ts";

// What a browser offers on a plain HTTP page from another machine.
describe("copyText without the clipboard's API", () => {
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  const withCommand = (answer: boolean) => {
    let copied: string | undefined;
    vi.stubGlobal("navigator", {});
    document.execCommand = () => {
      copied = (document.activeElement as HTMLTextAreaElement).value;
      return answer;
    };
    return () => copied;
  };

  it("copies by the document's command, and gives the focus back", async () => {
    const copied = withCommand(true);
    const button = document.body.appendChild(document.createElement("button"));
    button.focus();
    await copyText("riga 1\nriga 2");
    expect(copied()).toBe("riga 1\nriga 2");
    expect(document.activeElement).toBe(button);
    expect(document.querySelector("textarea")).toBeNull();
  });

  it("rejects where that is refused too", async () => {
    withCommand(false);
    await expect(copyText("x")).rejects.toThrow("refused");
  });
});
