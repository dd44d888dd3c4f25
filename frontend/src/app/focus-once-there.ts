const patience = 60; // frames, a second or so: a part of the page that is still on its way

/** Moves the focus to what was just asked for as soon as it is on the page and can be reached; gives up after a second. */
export function focusOnceThere(find: () => HTMLElement | null, frames = patience): void {
  requestAnimationFrame(() => {
    const element = find();
    if (element && !element.closest("[inert]")) element.focus();
    else if (frames > 0) focusOnceThere(find, frames - 1);
  });
}
