/** Wakes the one who waits for it. */
export function makeBell() {
  let wake = () => {}
  return {
    ring: () => wake(),
    rung: () =>
      new Promise<void>((resolve) => {
        wake = resolve
      }),
  }
}
