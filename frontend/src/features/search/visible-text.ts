/** What has no shape of its own, but for tabs and ends of lines, and what turns the direction of all that follows. */
const UNSEEN = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** What somebody else's program kept, as it is shown: no character in it makes it look like something else. */
export const visibleText = (text: string): string => text.replace(UNSEEN, "");
