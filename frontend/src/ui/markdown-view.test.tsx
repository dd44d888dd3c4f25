import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { MarkdownView } from "./markdown-view.tsx";

/** The view once the renderer has replaced the plain text, which keeps the whole source in one paragraph. */
async function laidOut(text: string) {
  const { container } = render(<MarkdownView text={`# Titolo\n\n${text}`} name="Rapporto" />);
  await screen.findByRole("heading", { name: "Titolo" });
  return container;
}

describe("MarkdownView", () => {
  it("shows the words at once, before the renderer is there", () => {
    render(<MarkdownView text="**parole** subito" />);
    expect(screen.getByText(/subito/)).toBeInTheDocument();
  });

  it("keeps its headings below the one they stand under", async () => {
    await laidOut("###### Fondo\n\n## Assunzioni\n\n### Altre\n\n#### Altre ancora");
    const levels = screen.getAllByRole("heading").map((heading) => `${heading.tagName} ${heading.textContent}`);
    expect(levels).toEqual(["H4 Titolo", "H5 Fondo", "H5 Assunzioni", "H6 Altre", "H6 Altre ancora"]);
  });

  it("skips no level where the text begins below the first rank", async () => {
    render(<MarkdownView text={"## Uno\n\n#### Due\n\n# Tre"} />);
    await screen.findByRole("heading", { name: "Tre" });
    expect(screen.getAllByRole("heading").map((heading) => heading.tagName)).toEqual(["H4", "H5", "H4"]);
  });

  it("colours code and keeps its text", async () => {
    const container = await laidOut("```sql\nSELECT 'a' -- <b>\n```");
    await waitFor(() => expect(container.querySelector(".hljs-keyword")).toHaveTextContent("SELECT"));
    expect(container.querySelector("pre")).toHaveTextContent("SELECT 'a' -- <b>");
  });

  it("names task marks and shows strikethrough, footnotes and nested lists", async () => {
    const container = await laidOut("- [x] uno\n- [ ] due\n  - tre\n\n~~no~~ sì[^1]\n\n[^1]: perché");
    expect(screen.getByRole("img", { name: "fatto" })).toBeInTheDocument();
    expect(screen.getByRole("img", { name: "da fare" })).toBeInTheDocument();
    expect(container.querySelector("del")).toHaveTextContent("no");
    expect(screen.getByRole("heading", { name: "Note" })).toBeInTheDocument();
  });

  it("keeps the footnotes of two documents apart", async () => {
    const text = "# Titolo\n\na[^1]\n\n[^1]: b";
    const { container } = render(
      <>
        <MarkdownView text={text} />
        <MarkdownView text={text} />
      </>,
    );
    await waitFor(() => expect(screen.getAllByRole("heading", { name: "Titolo" })).toHaveLength(2));
    const ids = [...container.querySelectorAll("[id]")].map((element) => element.id);
    expect(ids.filter((id) => id.includes("fn-1"))).not.toHaveLength(0);
    expect(new Set(ids.filter((id) => id.includes("fn-1"))).size).toBe(ids.filter((id) => id.includes("fn-1")).length);
  });
});

describe("a hostile document", () => {
  const hostile = [
    "<script>window.hit = 1</script>",
    "<img src=x onerror=window.hit=1>",
    "<iframe src='https://evil.example'></iframe>",
    "<svg/onload=window.hit=1>",
    "<style>body{display:none}</style>",
    "<form action='https://evil.example'><input></form>",
    "<a href='javascript:window.hit=1'>x</a>",
    "[x](javascript:window.hit=1)",
    "[x](<java\tscript:window.hit=1>)",
    "[x](&#106;avascript:window.hit=1)",
    "[x](data:text/html,<script>window.hit=1</script>)",
    "[x](vbscript:x)",
    "[x](//evil.example)",
    "[x](/sessions/1/delete)",
    "[x][1]\n\n[1]: javascript:window.hit=1",
    "<javascript:window.hit=1>",
    "![x](https://evil.example/pixel.png)",
    "![x](javascript:window.hit=1)",
    "![x](data:image/svg+xml,<svg onload=window.hit=1>)",
    "![x][2]\n\n[2]: https://evil.example/pixel.png",
    "[![x](https://evil.example/p.png)](https://example.com)",
    '[x](https://example.com "onmouseover=window.hit=1")',
    "```html\n<script>window.hit = 1</script>\n```",
    "| a |\n|---|\n| <img src=x onerror=window.hit=1> |",
    '<details open ontoggle="window.hit=1">',
    "<!-- --><b>x</b>",
    "\u202Etxt.exe",
  ];

  it.each(hostile)("%s makes no element, loads nothing and leads nowhere", async (text) => {
    const container = await laidOut(text);
    expect(container.querySelector("script, img, iframe, svg[onload], style, form, input, details, b")).toBeNull();
    for (const element of container.querySelectorAll("*")) {
      expect(element.getAttributeNames().filter((name) => name.startsWith("on") || name === "src")).toEqual([]);
    }
    for (const link of container.querySelectorAll("a")) {
      expect(link.href).toMatch(/^https:\/\/(example\.com|evil\.example\/pixel\.png|evil\.example\/p\.png)/);
      expect(link.rel).toBe("noopener noreferrer");
      expect(link.target).toBe("_blank");
    }
  });

  it("shows HTML as the text it is", async () => {
    const container = await laidOut("prima <b>grassetto</b> dopo");
    expect(container).toHaveTextContent("prima <b>grassetto</b> dopo");
  });

  it("shows an image as a link with its description", async () => {
    await laidOut("![Grafico dei resi](https://example.com/resi.png)");
    expect(screen.getByRole("link", { name: "immagine: Grafico dei resi" })).toHaveAttribute(
      "href",
      "https://example.com/resi.png",
    );
  });

  it("survives nesting that no renderer can follow", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => {});
    render(
      <>
        <MarkdownView text={`${"> ".repeat(20_000)}fondo`} className="deep" />
        <MarkdownView text="# Fine" />
      </>,
    );
    await screen.findByRole("heading", { name: "Fine" });
    expect(document.querySelector(".deep")).toHaveTextContent("fondo");
    silence.mockRestore();
  });
});

describe("a table in a document", () => {
  const table = "| mese | valore |\n|---|---:|\n| 2025-01 | 1234.5 |\n| =1+1 | 10.25 |";

  it("copies as tab-separated text", async () => {
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    await laidOut(table);
    await user.click(screen.getByRole("button", { name: "Copia la tabella" }));
    expect(write).toHaveBeenCalledWith("mese\tvalore\n2025-01\t1234.5\n'=1+1\t10.25");
    expect(await screen.findByText("Copiato")).toBeInTheDocument();
  });

  it("of which only the beginning is shown is not offered as if it were whole", async () => {
    render(<MarkdownView text={`${table}\n\nPoi:\n\n${table}\n`} cut />);
    expect(await screen.findAllByRole("table")).toHaveLength(2);
    expect(screen.getAllByRole("button", { name: "Scarica la tabella in CSV" })).toHaveLength(1);
  });

  it("downloads as an Italian CSV", async () => {
    const user = userEvent.setup();
    let saved: Blob | undefined;
    let name: string | undefined;
    URL.createObjectURL = (blob) => {
      saved = blob as Blob;
      return "blob:x";
    };
    URL.revokeObjectURL = () => {};
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download;
    });
    await laidOut(table);
    await user.click(screen.getByRole("button", { name: "Scarica la tabella in CSV" }));
    expect(name).toBe("Rapporto.csv");
    expect(await saved?.text()).toBe("mese;valore\r\n2025-01;1234,5\r\n'=1+1;10,25\r\n");
    click.mockRestore();
  });

  it("says how many rows it has, and scrolls in a place that keyboards reach", async () => {
    await laidOut(table);
    expect(screen.getByText("2 righe")).toBeInTheDocument();
    const scroll = screen.getByRole("figure", { name: "Tabella" });
    expect(scroll).toHaveAttribute("tabindex", "0");
    expect(within(scroll).getAllByRole("row")).toHaveLength(3);
  });
});
