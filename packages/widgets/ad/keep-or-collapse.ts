/** Gives back the space of an ad that the user has not reached. One on screen keeps it, so that nothing visible jumps. */
export function keepOrCollapse(element: Element): void {
  if (element.getBoundingClientRect().top > innerHeight) element.setAttribute('collapsed', '')
}
