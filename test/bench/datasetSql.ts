/** SQL expressions that the statements of the data set have in common; `i` is the number of a row. */

export const SYLLABLES = ['ka', 'ro', 'mi', 'te', 'lu', 'na', 'so', 'vi', 'pe', 'du', 'ga', 'fo']

/** SQL of a pseudo-random number below `below`, the same in every run. */
export const pseudoRandom = (salt: string, below: number) =>
  `(('x' || substr(md5(i || '${salt}'), 1, 7))::bit(28)::int % ${below})`
export const syllable = (salt: string) =>
  `(array['${SYLLABLES.join("','")}'])[1 + ${pseudoRandom(salt, SYLLABLES.length)}]`

/** The id of the i-th thing of a kind; `part` tells several of one number apart. */
export const idWith = (prefix: string, i: string, part = 0) =>
  `'${prefix}_01900000-0000-700${part}-8000-' || lpad(to_hex(${i}), 12, '0')`
export const id = (i: string) => idWith('usr', i)
export const ID = id('i')
export const WORLD_ID = idWith('wrld', 'i')
export const WHEN = `timestamptz '2024-01-01' + i * interval '30 seconds'`
