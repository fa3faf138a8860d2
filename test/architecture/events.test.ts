import { describe, expect, it } from 'vitest'
import { eventTypes } from '../../src/areas/index.ts'
import { readSources } from '../../src/tools/importGraph.ts'

interface Declaration {
  readonly name: string
  readonly topic: string
  readonly file: string
}

const DECLARATION = /^export const (\w+) = defineEvent<[^(]*>\(\s*'([^']+)'/gm
const IMPORT = /^import [^;]*? from '[^']+'$/gm

/** The text of each source file without its imports. */
const texts = [...readSources()]
  .filter(([file]) => !file.startsWith('src/generated/'))
  .map(([file, text]) => [file, text.replace(IMPORT, '')] as const)

const declarations = texts.flatMap(([file, text]) =>
  [...text.matchAll(DECLARATION)].map(([, name = '', topic = '']): Declaration => ({ name, topic, file })),
)

/** How often a pattern occurs in src, except in files for which `except` holds. */
const occurrences = (pattern: RegExp, except = (_file: string) => false) =>
  texts.filter(([file]) => !except(file)).flatMap(([, text]) => [...text.matchAll(pattern)]).length

/** Uses of an event type that don't emit it: listeners, subscriptions, tables by type. */
const isHeard = ({ name, file }: Declaration) =>
  occurrences(new RegExp(`\\b${name}\\b(?!\\()`, 'g'), (other) => other === file) > 0

const named = (some: readonly Declaration[]) => some.map(({ name }) => name)

describe('every event type', () => {
  it('is declared once, by a topic of its own, and listed by its area', () => {
    expect(declarations.length).toBeGreaterThan(15)
    expect(declarations.map(({ topic }) => topic).sort()).toEqual(eventTypes.map(({ topic }) => topic).sort())
    expect(new Set(declarations.map(({ topic }) => topic)).size).toBe(declarations.length)
  })

  it('is used by its declaration: no other file contains its topic', () => {
    const timesWritten = (topic: string) => texts.flatMap(([, text]) => text.split(`'${topic}'`).slice(1)).length
    expect(named(declarations.filter(({ topic }) => timesWritten(topic) !== 1))).toEqual([])
  })

  it('is emitted', () => {
    expect(named(declarations.filter(({ name }) => occurrences(new RegExp(`\\b${name}\\(`, 'g')) === 0))).toEqual([])
  })

  it('is received: by the audience of its declaration, a listener or a subscription', () => {
    const forNobody = new Set(eventTypes.filter(({ audience }) => audience === 'none').map(({ topic }) => topic))
    const unheard = declarations.filter((one) => forNobody.has(one.topic) && !isHeard(one))
    expect(named(unheard)).toEqual([])
  })
})
