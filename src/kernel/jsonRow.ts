/** A row as PostgreSQL writes it in JSON: times are texts. */
export type JsonRow<R> = {
  readonly [C in keyof R]: R[C] extends Date ? string : Date extends R[C] ? string | null : R[C]
}

export const timeOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text))
