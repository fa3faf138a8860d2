import { readdirSync, readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema, isEnumType } from 'graphql'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { seedReportOptions } from '../../src/areas/system/seed/reportOptions.ts'
import { placeOf, sourcesIn, type TextUse, textUses, walk } from './textUses.ts'

const TEXTS = 'src/web/texts'
const LANGUAGES = readdirSync(TEXTS)
const sources = sourcesIn('src/web')

type Tree = { readonly [key: string]: string | Tree }
const Tree: z.ZodType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), Tree])))

/** The texts of a tree by their whole keys. */
const flat = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flat(value, `${prefix}${key}.`),
  )

type Texts = ReadonlyMap<string, string>

/** The texts of a language by namespace. */
function textsOf(language: string): ReadonlyMap<string, Texts> {
  const files = readdirSync(`${TEXTS}/${language}`)
  const read = (file: string) => Tree.parse(JSON.parse(readFileSync(`${TEXTS}/${language}/${file}`, 'utf8')))
  return new Map(files.map((file) => [file.replace('.json', ''), new Map(flat(read(file)))]))
}

const byLanguage = new Map(LANGUAGES.map((language) => [language, textsOf(language)]))
const english = byLanguage.get('en') ?? new Map<string, Texts>()
const namespaces = [...english.keys()]

const PLURAL = /_(zero|one|two|few|many|other)$/
/** All keys of a namespace, the forms of a plural as one. */
const keysOf = (texts: Texts) => new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))

const patternOf = (key: string) =>
  new RegExp(`^${key.replaceAll(/[.*]/g, (sign) => (sign === '*' ? '[^.]+' : '\\.'))}$`)

/** Keys that are chosen at run time, out of what the server tells. They are compared with its lists below. */
const CHOSEN: readonly TextUse[] = [
  { namespaces: ['refusals'], key: 'reasons.*', place: 'refusalTexts.ts', values: null },
  { namespaces: ['refusals'], key: 'reasons.*.*', place: 'refusalTexts.ts', values: null },
  { namespaces: ['report'], key: 'categories.*.*', place: 'ReportForm.tsx', values: null },
  { namespaces: ['report'], key: 'reasons.*.*', place: 'ReportForm.tsx', values: null },
]
const uses = [...sources.flatMap((source) => textUses(source)), ...CHOSEN]

/** The keys of a namespace that a use can mean. */
const meant = ({ key }: TextUse, texts: Texts | undefined): string[] =>
  [...keysOf(texts ?? new Map())].filter((one) => patternOf(key).test(one))

const meantIn = (namespace: string, use: TextUse) =>
  meant(use, english.get(namespace)).map((key) => `${namespace}:${key}`)

/** The first namespace of a use that has its key, with what is meant there. */
function resolved(use: TextUse): { readonly namespace: string; readonly keys: readonly string[] } | null {
  for (const namespace of use.namespaces) {
    const keys = meant(use, english.get(namespace))
    if (keys.length > 0) return { namespace, keys }
  }
  return null
}

const placeholdersIn = (text: string) =>
  sorted(new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)))
const sorted = (names: Iterable<string>) => [...names].sort()

/** The keys of a language with the placeholders of their texts, by namespace. */
const outlineOf = (texts: ReadonlyMap<string, Texts>) =>
  Object.fromEntries(
    [...texts].map(([namespace, found]) => [
      namespace,
      Object.fromEntries([...found].map(([key, text]) => [key, placeholdersIn(text)])),
    ]),
  )

/** The forms of plurals that a namespace of a language lacks. */
function missingForms(language: string, texts: Texts): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const stems = new Set([...texts.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')))
  return [...stems].flatMap((stem) => forms.map((form) => `${stem}_${form}`)).filter((key) => !texts.has(key))
}

/** The values that a use does not give to the texts that it means. */
function missingValues({ key, values, ...use }: TextUse): string[] {
  if (values === null || key.includes('*')) return []
  const texts = english.get(resolved({ key, values, ...use })?.namespace ?? '') ?? new Map<string, string>()
  const meantTexts = [...texts].filter(([one]) => one.replace(PLURAL, '') === key).map(([, text]) => text)
  return meantTexts.flatMap((text) => placeholdersIn(text)).filter((name) => !values.includes(name))
}

describe('texts of the web UI', () => {
  it('exist in both languages under the same keys and with the same placeholders', () => {
    for (const [language, texts] of byLanguage) expect(outlineOf(texts), language).toEqual(outlineOf(english))
  })

  it('are in the languages that are offered', () => {
    const [, offered = ''] = /LANGUAGES = \[(.*?)\]/.exec(readFileSync('src/web/texts.ts', 'utf8')) ?? []
    expect(sorted(offered.match(/\w+/g) ?? [])).toEqual(sorted(LANGUAGES))
    const select = readFileSync('src/web/components/LanguageSelect.tsx', 'utf8')
    for (const language of LANGUAGES) expect(select).toMatch(new RegExp(`\\b${language}: '\\p{Lu}`, 'u'))
  })

  it('are written for every plural form', () => {
    for (const [language, texts] of byLanguage)
      expect([...texts.values()].flatMap((found) => missingForms(language, found))).toEqual([])
  })

  it('are there for every key that the sources use', () => {
    expect(uses.length).toBeGreaterThan(200)
    expect(uses.filter((use) => !resolved(use)).map(({ place, key }) => `${place}: ${key}`)).toEqual([])
  })

  it('get all values that they have places for', () => {
    expect(uses.flatMap((use) => missingValues(use).map((name) => `${use.place}: ${use.key} without ${name}`))).toEqual(
      [],
    )
  })

  it('are all used', () => {
    const used = new Set(uses.flatMap((use) => use.namespaces.flatMap((name) => meantIn(name, use))))
    const all = namespaces.flatMap((name) => [...keysOf(english.get(name) ?? new Map())].map((key) => `${name}:${key}`))
    expect(all.filter((key) => !used.has(key))).toEqual([])
  })
})

interface EnumKeys {
  readonly namespace: string
  readonly parent: string
  /** Name of the enum. */
  readonly name: string
  /** Keys beside those of the enum. */
  readonly beside?: readonly string[]
}

/** Keys that are named by the values of an enum of the graph. */
const ENUMS: readonly EnumKeys[] = [
  { namespace: 'notifications', parent: 'types', name: 'NotificationType' },
  { namespace: 'notifications', parent: 'occasions', name: 'NotificationOccasion' },
  { namespace: 'notifications', parent: 'responses', name: 'NotificationResponseType' },
  { namespace: 'common', parent: 'status', name: 'UserStatus' },
  { namespace: 'common', parent: 'whereabouts', name: 'WhereaboutsKind', beside: ['occupants'] },
  { namespace: 'person', parent: 'trustRanks', name: 'TrustRank' },
  { namespace: 'places', parent: 'types', name: 'InstanceType' },
  { namespace: 'worlds', parent: 'status', name: 'WorldStatus' },
  { namespace: 'people', parent: 'moderations', name: 'PlayerModerationType' },
  { namespace: 'person', parent: 'favoriteGroups.types', name: 'FavoriteType' },
  { namespace: 'person', parent: 'favoriteGroups.visibilities', name: 'FavoriteGroupVisibility' },
  { namespace: 'settings', parent: 'reports.status', name: 'ReportStatus' },
  { namespace: 'settings', parent: 'blocked.undo', name: 'PlayerModerationType' },
  { namespace: 'settings', parent: 'blocked.undoOf', name: 'PlayerModerationType' },
  { namespace: 'settings', parent: 'privacy.filters', name: 'ContentFilter' },
  { namespace: 'settings', parent: 'messages.types', name: 'InviteMessageType' },
  { namespace: 'signIn', parent: 'secondFactor.methods', name: 'SecondFactor' },
  { namespace: 'signIn', parent: 'secondFactor.hints', name: 'SecondFactor' },
  { namespace: 'signIn', parent: 'secondFactor.labels', name: 'SecondFactor' },
  { namespace: 'signIn', parent: 'firstRun.steps', name: 'SetupStepKind' },
]

/** Reasons that the web UI itself tells. */
const OWN_REASONS = ['UNREACHABLE', 'FILE_TOO_LARGE', 'UPLOAD_REFUSED', 'UPLOAD_RUNNING']

/** The names of the keys in a part of a namespace. */
const childrenOf = (namespace: string, parent: string): Set<string> =>
  new Set(
    [...(english.get(namespace)?.keys() ?? [])]
      .filter((key) => key.startsWith(`${parent}.`))
      .map((key) => key.slice(parent.length + 1).split('.')[0] ?? ''),
  )

function valuesOf(schema: GraphQLSchema, name: string): string[] {
  const type = schema.getType(name)
  if (!isEnumType(type)) throw new Error(`there is no enum ${name}`)
  return type.getValues().map((value) => value.name)
}

describe('texts of the web UI that the graph names', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

  it.each(ENUMS)('$namespace: $parent are those of $name', ({ namespace, parent, name, beside = [] }) => {
    expect(sorted(childrenOf(namespace, parent))).toEqual(sorted([...valuesOf(schema, name), ...beside]))
  })

  it('are there for every reason of a refusal, and for no others, also of single fields', () => {
    const reasons = new Set([...valuesOf(schema, 'RefusalReason'), ...valuesOf(schema, 'ErrorCode'), ...OWN_REASONS])
    const keys = [...(english.get('refusals')?.keys() ?? [])].filter((key) => key.startsWith('reasons.'))
    expect([...reasons].filter((reason) => !keys.includes(`reasons.${reason}`))).toEqual([])
    expect(keys.filter((key) => !reasons.has(key.split('.').at(-1) ?? ''))).toEqual([])
  })

  it('are there for every choice of a report', () => {
    const { reportCategories, reportReasons } = seedReportOptions
    expect(sorted(childrenOf('report', 'categories'))).toEqual(sorted(Object.keys(reportCategories)))
    expect(sorted(childrenOf('report', 'reasons'))).toEqual(sorted(Object.keys(reportReasons)))
  })
})

/** What is the same in all languages. */
const NAMES = new Set(['Plaza', 'https://'])
const SHOWN = ['label', 'title', 'placeholder', 'aria-label', 'alt', 'description', 'aria-description']
const isWritten = (text: string) => /\p{L}/u.test(text) && !NAMES.has(text.trim())

/** Texts for people that stand in a source itself. */
function literalsIn(source: ts.SourceFile): string[] {
  const found: string[] = []
  walk(source, (node) => {
    const text = literalOf(node)
    if (text !== null && isWritten(text)) found.push(`${placeOf(node)}: ${text.trim()}`)
  })
  return found
}

function literalOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text
  if (ts.isJsxExpression(node) && node.expression && ts.isStringLiteralLike(node.expression)) {
    const isChild = !ts.isJsxAttribute(node.parent)
    return isChild || SHOWN.includes(node.parent.name.getText()) ? node.expression.text : null
  }
  if (!ts.isJsxAttribute(node) || !SHOWN.includes(node.name.getText())) return null
  return node.initializer && ts.isStringLiteral(node.initializer) ? node.initializer.text : null
}

it('sources of the web UI hold no texts for people', () => {
  expect(sources.flatMap((source) => literalsIn(source))).toEqual([])
})
