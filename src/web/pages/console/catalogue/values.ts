import { localTime, ownZone } from '../../../components/events/eventTimes.ts'
import type { CatalogueValues } from './CatalogueField.tsx'

/** Reading of the values of a form, whose fields are of no type of their own. */

export const textOf = (values: CatalogueValues, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** A number that a field must have. One that is missing is sent as none, so that the server says that it is missing. */
export const numberOf = (values: CatalogueValues, name: string): number =>
  values[name] === '' || values[name] === undefined ? Number.NaN : Number(values[name])

/** A number that may be left out; undefined for none. */
export const optionalNumberOf = (values: CatalogueValues, name: string): number | undefined =>
  values[name] === '' || values[name] === undefined ? undefined : Number(values[name])

/** Cents of an amount of money as it was entered. */
export const centsOf = (values: CatalogueValues, name: string): number => Math.round(numberOf(values, name) * 100)

export const flagOf = (values: CatalogueValues, name: string): boolean => values[name] === true

export const listOf = (values: CatalogueValues, name: string): string[] => {
  const value = values[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** A time as it was entered, ISO 8601; undefined for none. */
export const timeOf = (values: CatalogueValues, name: string): string | undefined => {
  const text = textOf(values, name)
  return text === '' ? undefined : new Date(text).toISOString()
}

/** A time (ISO 8601) as a field writes it, such as `2030-01-31T18:00`. */
export const fieldTime = (time: string | null | undefined): string => (time ? localTime(time, ownZone()) : '')

/** Leaves out what is empty. */
export function given<Fields extends Record<string, unknown>>(fields: Fields): Partial<Fields> {
  const kept: Partial<Fields> = { ...fields }
  for (const name in kept) if (kept[name] === undefined || kept[name] === '') delete kept[name]
  return kept
}

/** The word of a list that a text is; the first of the list for any other text. */
export const oneOf = <Word extends string>(words: readonly [Word, ...Word[]], text: string): Word =>
  words.find((word) => word === text) ?? words[0]

/** The words of a list that were chosen, in its order. */
export const someOf = <Word extends string>(words: readonly Word[], chosen: readonly string[]): Word[] =>
  words.filter((word) => chosen.includes(word))
