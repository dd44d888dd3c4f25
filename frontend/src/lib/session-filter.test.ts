import { expect, test } from "vitest";
import { sessionRow } from "../testing/sessions.ts";
import { filterWords, foundElsewhere, markWords, matchesWords } from "./session-filter.ts";

const row = sessionRow("20261118-0902-x2m4", {
  name: "Quantità per negozio",
  question: "Quanti pezzi abbiamo venduto in ciascun negozio di Milano nel mese di novembre?",
  group: "Vendite",
  author: "Zoë Rossi",
});
const finds = (typed: string) => matchesWords(row, filterWords(typed));
const marked = (text: string, typed: string) =>
  markWords(text, filterWords(typed))
    .map((piece) => (piece.match ? `[${piece.text}]` : piece.text))
    .join("");

test("finds in name, question, group, author and id, whatever the case and the accents", () => {
  expect(["QUANTITA", "milano", "vendite", "zoe", "x2m4", "negozio zoe", "  "].map(finds)).toEqual(Array(7).fill(true));
  expect(["torino", "negozio torino"].map(finds)).toEqual([false, false]);
});

test("finds a single character, scripts without spaces, Latin words glued to them, and punctuation as it is", () => {
  const other = sessionRow("a", { name: "修改youer服务端 #123", question: "src/main.py e l'ordine «don't» db" });
  const found = (typed: string) => matchesWords(other, filterWords(typed));
  const typed = [
    "改",
    "修改",
    "服务端",
    "youer",
    "#123",
    "#",
    "src/main.py",
    "don't",
    "l'ordine",
    "db",
    "«don't»",
    "py e",
  ];
  expect(typed.filter((text) => !found(text))).toEqual([]);
  expect(["服端", "#124", '"', "*"].filter(found)).toEqual([]);
});

test("a session is found by the name it has now, not by the one before", () => {
  const before = sessionRow("a", { name: "Vecchio", question: null });
  expect(matchesWords(before, ["vecchio"])).toBe(true);
  const after = { ...before, name: "Nuovo" };
  expect(["nuovo", "vecchio"].map((word) => matchesWords(after, [word]))).toEqual([true, false]);
});

test("marks what was found, as it was written", () => {
  expect(marked("Quantità per negozio", "quantita zio")).toBe("[Quantità] per nego[zio]");
  expect(marked("perché perche\u0301 PERCHE", "perche")).toBe("[perché] [perche\u0301] [PERCHE]");
  expect(marked("👩‍👩‍👧 İzmir ﬁne", "ﬁne")).toBe("👩‍👩‍👧 İzmir [ﬁne]");
  expect(marked("aaa", "aa a")).toBe("[aa][a]");
  expect(marked("niente", "")).toBe("niente");
});

test("marks a letter together with an accent that follows it", () => {
  expect(marked("cafe\u0301 x", "cafe")).toBe("[cafe\u0301] x");
});

test("a match that the name does not show is shown from where it is", () => {
  const elsewhere = (typed: string) => foundElsewhere(row, filterWords(typed));
  expect(elsewhere("negozio vendite")).toBe(null);
  expect(elsewhere("milano")).toBe("…negozio di Milano nel mese di novembre?");
  expect(elsewhere("quanti pezzi")).toBe(
    "Quanti pezzi abbiamo venduto in ciascun negozio di Milano nel mese di novembre?",
  );
  expect(elsewhere("rossi")).toBe("Zoë Rossi");
  expect(elsewhere("x2m4")).toBe("20261118-0902-x2m4");
});
