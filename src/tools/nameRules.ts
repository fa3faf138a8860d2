import { posix } from 'node:path'

/** Words in -ing that are nouns, and so may name a file. */
const NOUNS = /(rating|ranking|listing|setting|routing|binding|pricing|string|ping)s?$/

/** Doc comments that can't be understood without their neighbour. */
const LEANING = [/\/\*\*[\s*]*(The same|Those of|That of|As above|Likewise|Ditto)\b/, /\b(as above|as ever)\.?\s*\*\//]

const nameOf = (path: string) => posix.basename(path).replace(/(\.test)?\.ts$/, '')

/** Whether a file is named by what it does rather than by what it holds. */
export const isNamedInIng = (path: string): boolean => {
  const words = nameOf(path).split('.')
  return words.some((word) => word.endsWith('ing') && !NOUNS.test(word.toLowerCase()))
}

/** The exported names that begin with `may`: a predicate is `canX`, a check that throws is `assertX`. */
export const exportsWithMay = (text: string): string[] =>
  [...text.matchAll(/^export (?:const|(?:async )?function) (may[A-Z]\w*)/gm)].map(([, name]) => name ?? '')

const commentsOf = (text: string) => [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)]

/** The lines on which doc comments begin that lean on a neighbour. */
export const leaningComments = (text: string): number[] =>
  commentsOf(text)
    .filter(([comment]) => LEANING.some((pattern) => pattern.test(comment)))
    .map(({ index }) => text.slice(0, index).split('\n').length)

/** Every break of the rules for names in a file, as `path[:line]: what is wrong`. */
export function nameFaults(path: string, text: string): string[] {
  return [
    ...(isNamedInIng(path) ? [`${path}: a file is named by a noun, not in -ing`] : []),
    ...exportsWithMay(text).map((name) => `${path}: ${name} is named canX or assertX`),
    ...leaningComments(text).map((line) => `${path}:${line}: this comment can't be read alone`),
  ]
}
