/**
 * A column of times as milliseconds since 1970, for hand-written statements: the driver takes longer to read a time than
 * all the rest of a row. Read it with `timeOf` or `timeOrNull`.
 */
export const asMilliseconds = (column: string) => `date_part('epoch', "${column}") * 1000 AS "${column}"`

/** A column of lists of texts as JSON: the driver's own reader is many times slower. */
export const asJson = (column: string) => `to_json("${column}") AS "${column}"`

export const timeOf = (milliseconds: number) => new Date(Math.round(milliseconds))
export const timeOrNull = (milliseconds: number | null) => (milliseconds === null ? null : timeOf(milliseconds))
