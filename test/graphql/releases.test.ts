import { describe, expect, it } from 'vitest'
import { entriesOf, isHigher, withVersion } from '../../src/tools/graphChangelog.ts'
import { changeFaults, releasedText } from '../../src/tools/graphChanges.ts'

const TODAY = '2030-06-15'
const FIELDS = {
  apple: 'apple(ripe: Boolean): String',
  pear: 'pear: String @deprecated(reason: "Use apple. Removed after 2030-06-14.")',
  plum: 'plum: String @deprecated(reason: "Use apple. Removed after 2030-06-15.")',
  fig: 'fig: String @deprecated(reason: "Use apple.")',
  tree: 'tree: Tree',
}
type FieldName = keyof typeof FIELDS

const schemaOf = (changed: Partial<Record<FieldName | 'more', string>> = {}) =>
  `type Query {\n${Object.values({ ...FIELDS, ...changed }).join('\n')}\n}\nenum Tree {\nOAK\nELM @deprecated(reason: "Use OAK. Removed after 2030-01-31.")\n}`

const changelogOf = (unreleased: string, last = '## 1.2.0, 2030-01-01\n\n### Added\n\n- `Query.apple`\n') =>
  `# Changelog\n\n## Unreleased\n\n${unreleased}\n\n${last}`
const CHANGED = changelogOf('### Changed\n\n- Something.')

interface Given {
  readonly changed?: Parameters<typeof schemaOf>[0]
  readonly changelog?: string
  readonly released?: string | null
}

const faultsOf = ({ changed = {}, changelog = CHANGED, released = releasedText(schemaOf(), '1.2.0') }: Given) =>
  changeFaults({ released, current: schemaOf(changed), changelog, today: TODAY })

describe('a change of the released schema', () => {
  it('passes when it breaks nothing and the changelog tells it', async () => {
    expect(await faultsOf({ changed: { more: 'cherry: String' } })).toEqual([])
    expect(await faultsOf({ changelog: changelogOf('') })).toEqual([])
    expect(await faultsOf({ changed: { more: 'cherry: String' }, changelog: changelogOf('') })).toEqual([
      expect.stringContaining('"Unreleased" is empty'),
    ])
  })

  it.each<[string, FieldName, string, string]>([
    ['a field that is removed', 'apple', '', 'Query.apple'],
    ['an argument that is removed', 'apple', 'apple: String', 'Query.apple'],
    ['an argument that becomes required', 'apple', 'apple(ripe: Boolean!): String', 'Query.apple'],
    ['another type', 'apple', 'apple(ripe: Boolean): Int', 'Query.apple'],
    ['a field deprecated without a date', 'fig', '', 'Query.fig'],
    ['a field whose date is today', 'plum', '', 'Query.plum'],
  ])('is refused for %s, unless "Breaking" names it', async (_what, field, changed, path) => {
    const [fault, ...others] = await faultsOf({ changed: { [field]: changed } })
    expect(fault).toContain(path)
    expect(others).toEqual([])
    for (const [title, isTaken] of [
      ['Breaking', true],
      ['Changed', false],
    ] as const) {
      const changelog = changelogOf(`### ${title}\n\n- \`${path}\` is another.`)
      expect(await faultsOf({ changed: { [field]: changed }, changelog })).toHaveLength(isTaken ? 0 : 1)
    }
    const inOldEntry = changelogOf('### Changed\n\n- x', `## 1.2.0, 2030-01-01\n\n### Breaking\n\n- \`${path}\`\n`)
    expect(await faultsOf({ changed: { [field]: changed }, changelog: inOldEntry })).toHaveLength(1)
  })

  it('may remove what was deprecated until a day that is past', async () => {
    expect(await faultsOf({ changed: { pear: '' } })).toEqual([])
    const current = schemaOf().replace(/ELM.*/, '')
    const released = releasedText(schemaOf(), '1.2.0')
    expect(await changeFaults({ released, current, changelog: CHANGED, today: TODAY })).toEqual([])
    const early = await changeFaults({ released, current, changelog: CHANGED, today: '2030-01-31' })
    expect(early).toEqual([expect.stringContaining('Tree.ELM')])
  })

  it('needs the released schema of the newest entry', async () => {
    for (const released of [null, releasedText(schemaOf(), '1.1.0'), schemaOf()])
      expect(await faultsOf({ released })).toEqual([expect.stringContaining('the newest entry is 1.2.0')])
    expect(await faultsOf({ changelog: '# Changelog\n' })).toEqual([expect.stringContaining('"## Unreleased"')])
  })

  it('is any before the first release', async () => {
    expect(await faultsOf({ released: null, changelog: changelogOf('- All.', '') })).toEqual([])
  })
})

describe('a release', () => {
  it('gives its version to what was unreleased', () => {
    const after = withVersion(CHANGED, { version: '1.3.0', date: TODAY })
    expect(entriesOf(after).map(({ version, text }) => [version, text])).toEqual([
      [null, ''],
      ['1.3.0', '### Changed\n\n- Something.'],
      ['1.2.0', '### Added\n\n- `Query.apple`'],
    ])
    expect(after).toContain(`## 1.3.0, ${TODAY}\n`)
  })

  it('is refused without changes, with a version that is none or not higher, and for breaks in a minor version', () => {
    const released = (version: string, changelog = CHANGED) => withVersion(changelog, { version, date: TODAY })
    expect(() => released('1.3.0', changelogOf(''))).toThrow('nothing unreleased')
    expect(() => released('next')).toThrow('next is no version')
    for (const version of ['1.2.0', '1.1.9', '0.9.0']) expect(() => released(version)).toThrow('not higher than 1.2.0')
    const breaking = changelogOf('### Breaking\n\n- `Query.apple` is gone.')
    expect(() => released('1.3.0', breaking)).toThrow('raise the first number')
    expect(entriesOf(released('2.0.0', breaking))[1]).toMatchObject({ version: '2.0.0', breaking: ['Query.apple'] })
  })

  it('compares versions by their numbers', () => {
    expect(isHigher('1.10.0', '1.9.9')).toBe(true)
    expect(isHigher('1.9.9', '1.10.0')).toBe(false)
    expect(isHigher('2.0.0', '1.10.9')).toBe(true)
    expect(isHigher('1.0.0', '1.0.0')).toBe(false)
  })
})
