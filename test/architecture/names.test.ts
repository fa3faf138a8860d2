import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exportsWithMay, isNamedInIng, leaningComments, nameFaults } from '../../src/tools/nameRules.ts'

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !path.includes('/generated/'))

/** Begins a doc comment; in parts, so that this file itself passes the check. */
const OPEN = `/${'**'}`

describe('the rules for names', () => {
  it('hold for every file of src and test', () => {
    const files = ['src', 'test'].flatMap(filesOf)
    expect(files.length).toBeGreaterThan(500)
    const checked = files.filter((path) => !path.endsWith('architecture/names.test.ts'))
    expect(checked.flatMap((path) => nameFaults(path, readFileSync(path, 'utf8')))).toEqual([])
  })

  it.each(['src/areas/worlds/hiding.ts', 'test/areas/users/seeing.test.ts', 'src/areas/instances/entering.graph.ts'])(
    'refuse the file name %s',
    (path) => expect(isNamedInIng(path)).toBe(true),
  )

  it.each(['src/settings.ts', 'src/areas/worlds/ranking.ts', 'test/contract/routing.test.ts', 'src/areas/rating.ts'])(
    'accept the file name %s',
    (path) => expect(isNamedInIng(path)).toBe(false),
  )

  it('refuse exported names that begin with may', () => {
    const text =
      'export const mayRead = 1\nexport async function mayWrite() {}\nconst mayHide = 1\nexport const maybe = 1'
    expect(exportsWithMay(text)).toEqual(['mayRead', 'mayWrite'])
  })

  it('refuse doc comments that need another comment to be understood', () => {
    const text = `${OPEN} The same for a group. */\nconst a = 1\n${OPEN}\n * Those of a user, as above.\n */\n${OPEN} Reads a user. */\n`
    expect(leaningComments(text)).toEqual([1, 3])
    expect(leaningComments(`${OPEN} Reads it as above. */`)).toEqual([1])
  })
})
