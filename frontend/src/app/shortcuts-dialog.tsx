import { type T, useTexts } from "../lib/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";

/** Each line: what it does, and the ways to it, each a few keys pressed together. */
type Line = { does: string; ways: string[][] };

function sections(t: T, apple: boolean): { title: string; lines: Line[] }[] {
  const command = apple ? "⌘" : t("shortcuts.ctrl");
  const control = apple ? "⌃" : t("shortcuts.ctrl");
  const click = t("shortcuts.click");
  return [
    {
      title: t("shortcuts.everywhere"),
      lines: [
        { does: t("shortcuts.map"), ways: [["?"]] },
        { does: t("shortcuts.search"), ways: [[command, "K"]] },
        { does: t("shortcuts.close"), ways: [["Esc"]] },
        { does: t("shortcuts.notifications"), ways: [["F6"]] },
        { does: t("shortcuts.width"), ways: [["←"], ["→"]] },
      ],
    },
    {
      title: t("shortcuts.list"),
      lines: [
        { does: t("shortcuts.step"), ways: [["↑"], ["↓"]] },
        { does: t("shortcuts.ends"), ways: [[t("shortcuts.home")], [t("shortcuts.end")]] },
        { does: t("shortcuts.page"), ways: [[t("shortcuts.pageUp")], [t("shortcuts.pageDown")]] },
        { does: t("shortcuts.fold"), ways: [["←"], ["→"]] },
        { does: t("shortcuts.open"), ways: [["↵"]] },
        { does: t("shortcuts.menu"), ways: [["⇧", "F10"], ["☰"]] },
        { does: t("shortcuts.rename"), ways: [["F2"]] },
        { does: t("shortcuts.archive"), ways: [["E"]] },
        { does: t("shortcuts.delete"), ways: [[t("shortcuts.del")], ["⌫"]] },
      ],
    },
    {
      title: t("shortcuts.selection"),
      lines: [
        {
          does: t("shortcuts.toggle"),
          ways: [
            [control, t("shortcuts.space")],
            [command, click],
          ],
        },
        {
          does: t("shortcuts.extend"),
          ways: [
            ["⇧", "↑"],
            ["⇧", "↓"],
            ["⇧", click],
          ],
        },
        { does: t("shortcuts.all"), ways: [[command, "A"]] },
        { does: t("shortcuts.clear"), ways: [["Esc"]] },
        { does: t("shortcuts.drag"), ways: [[t("shortcuts.mouse")]] },
      ],
    },
    {
      title: t("shortcuts.terminals"),
      lines: [
        { does: t("shortcuts.leave"), ways: [[t("shortcuts.ctrl"), "⇧", "F6"]] },
        { does: t("shortcuts.find"), ways: [[command, "F"]] },
        { does: t("shortcuts.copy"), ways: [apple ? [command, "C"] : [command, "⇧", "C"]] },
        { does: t("shortcuts.paste"), ways: [apple ? [command, "V"] : [command, "⇧", "V"]] },
        { does: t("shortcuts.tab"), ways: [["←"], ["→"]] },
        { does: t("shortcuts.closeTab"), ways: [[t("shortcuts.del")]] },
        { does: t("shortcuts.tabToPane"), ways: [["⇧", "F10"], ["☰"], [t("shortcuts.mouse")]] },
        { does: t("shortcuts.splitRight"), ways: [[control, "⇧", "E"]] },
        { does: t("shortcuts.splitBelow"), ways: [[control, "⇧", "O"]] },
        { does: t("shortcuts.closePane"), ways: [[control, "⇧", "X"]] },
        { does: t("shortcuts.goPane"), ways: [[control, "⇧", "← → ↑ ↓"]] },
      ],
    },
    {
      title: t("shortcuts.chat"),
      lines: [
        { does: t("shortcuts.send"), ways: [["↵"]] },
        { does: t("shortcuts.newLine"), ways: [["⇧", "↵"]] },
        { does: t("shortcuts.commands"), ways: [["/"]] },
      ],
    },
  ];
}

/** Every key the page listens to, and where. */
export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTexts();
  const apple = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("app.shortcuts")}>
      <div className="grid gap-4">
        {sections(t, apple).map(({ title, lines }) => (
          <section key={title}>
            <h3 className="pb-1 font-strong text-ink-3 text-small">{title}</h3>
            <dl>
              {lines.map(({ does, ways }) => (
                <div key={does} className="flex items-center gap-3 border-line border-b py-1 last:border-b-0">
                  <dt className="min-w-0 flex-1">{does}</dt>
                  <dd className="flex shrink-0 flex-wrap justify-end gap-2">
                    {ways.map((keys) => (
                      <span key={keys.join(" ")} className="flex gap-0.5">
                        {keys.map((key) => (
                          <kbd
                            key={key}
                            className="min-w-[22px] rounded-sm border border-line-strong bg-sunk px-1.5 text-center font-sans text-ink-2 text-tiny leading-5"
                          >
                            {key}
                          </kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>{t("app.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
