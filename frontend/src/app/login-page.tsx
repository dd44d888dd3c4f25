import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accessGranted } from "../lib/access.ts";
import { ApiProblem, api } from "../lib/api.ts";
import { useTexts } from "../lib/i18n.ts";
import { useLive } from "../lib/live-react.ts";
import { problemText } from "../lib/problem-text.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { Logo } from "./logo.tsx";

/** In place of the page, while the server wants its access code. The code is kept by the server's cookie, nowhere here. */
export function LoginPage() {
  const { t } = useTexts();
  const client = useQueryClient();
  const live = useLive();
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    const token = tokenIn(text);
    if (!token) return setError(t("app.loginEmpty"));
    setBusy(true);
    try {
      await api.post("/login", { token });
      accessGranted();
      live.reconnect();
      void client.resetQueries();
    } catch (problem) {
      const wrong = problem instanceof ApiProblem && problem.status === 401;
      setError(wrong ? t("app.loginWrong") : problemText(t, problem).text);
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="grid h-full place-content-center overflow-y-auto bg-ground p-4">
      <form
        onSubmit={send}
        noValidate
        className="grid w-96 max-w-full gap-4 rounded-xl border border-line bg-panel p-6"
      >
        <div className="flex items-center gap-2.5 font-bold">
          <Logo />
          ThothII
        </div>
        <h1 className="font-bold text-title">{t("app.loginTitle")}</h1>
        <p className="text-ink-2">{t("app.loginBody")}</p>
        <TextField
          label={t("app.loginField")}
          type="password"
          autoComplete="off"
          autoFocus
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(null);
          }}
        />
        <Button type="submit" variant="primary" busy={busy} className="justify-self-end">
          {t("app.loginSend")}
        </Button>
      </form>
    </main>
  );
}

/** The code itself, or the link that carries it. */
function tokenIn(text: string): string {
  const typed = text.trim();
  const query = typed.indexOf("?");
  return (query >= 0 && new URLSearchParams(typed.slice(query)).get("token")) || typed;
}
