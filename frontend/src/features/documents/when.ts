import { longWhen, shortWhen, timeOfDay } from "../../lib/format.ts";
import type { Language } from "../../lib/i18n.ts";

/** A moment as a timeline shows it: `10:42` of today, `ieri 10:42`, `18 nov 10:42`; and in full, for a tooltip. */
export function moment(iso: string, now: number, language: Language): { short: string; long: string } {
  const time = timeOfDay(iso, language);
  const sameDay = new Date(iso).toDateString() === new Date(now).toDateString();
  return { short: sameDay ? time : `${shortWhen(iso, now, language)} ${time}`, long: longWhen(iso, language) };
}
