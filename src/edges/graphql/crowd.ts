/** Counts what each person has open at a time. */
export interface Crowd {
  /** One more of the person's; answers what to call when it has gone, or null when there are as many as may be. */
  enter(person: string): (() => void) | null
}

export function makeCrowd(most: number): Crowd {
  const open = new Map<string, number>()
  const add = (person: string, more: number) => {
    const count = (open.get(person) ?? 0) + more
    if (count > 0) open.set(person, count)
    else open.delete(person)
  }
  return {
    enter(person) {
      if ((open.get(person) ?? 0) >= most) return null
      add(person, 1)
      return () => add(person, -1)
    },
  }
}
