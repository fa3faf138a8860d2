import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { definitionsBelow, programOf } from '../../src/tools/codeGraph.ts'
import { unusedExports } from '../../src/tools/exportUse.ts'
import { fileCycles, importsOf } from '../../src/tools/importGraph.ts'
import { reachOf } from '../../src/tools/operationReach.ts'
import { speedMarksIn } from '../../src/tools/speedMarks.ts'
import { sqlUsesIn } from '../../src/tools/sqlUse.ts'

/** The texts of files, by their paths. */
type Files = Readonly<Record<string, string>>

/** A program of files for the type checker. */
function openFixture(files: Files) {
  const program = programOf(new Map(Object.entries(files)))
  const parsed = program.getSourceFiles().filter(({ fileName }) => fileName in files)
  return { program, parsed, checker: program.getTypeChecker() }
}

const parseFiles = (files: Files) =>
  Object.entries(files).map(([path, text]) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))

const LIGHTS = {
  'src/areas/lights/rest.ts': `
    import { type Light, switchLight } from './lights.ts'
    import { lightText } from './wire.ts'
    const levelOf = (level: number) => level
    export const lightsRest = {
      switchLight: (scope: unknown, level: number): Light => lightText(switchLight(levelOf(level))),
      deleteLights: () => undefined,
    }`,
  'src/areas/lights/lights.ts': `
    import { invalid } from '../../kernel/failure.ts'
    import { limits, MAX_LEVEL as MAX } from './limits.ts'
    export interface Light { level: number }
    /**
     * Comments don't count.
     */
    export function switchLight(level: number): Light {
      const unused = (MAX_LEVEL: number) => MAX_LEVEL
      if (level > MAX || level < limits.lowest) throw invalid()
      return { level }
    }
    export const deleteLights = () => []`,
  'src/areas/lights/limits.ts': `
    import { switchLight } from './lights.ts'
    export const MAX_LEVEL = 3
    const [first, second] = [switchLight, 2]
    export const limits = {
      lowest: 0,
      second,
    }`,
  'src/areas/lights/wire.ts': `
    import type { Light } from './lights.ts'
    export { shownText as lightText } from './text.ts'
    export type Shown = Light`,
  'src/areas/lights/text.ts': 'export const shownText = <T>(value: T): T => value',
  'src/kernel/failure.ts': 'export const invalid = () => new Error()',
}

describe('the definitions below a handler', () => {
  const { program, checker, parsed } = openFixture(LIGHTS)

  it('are followed through imports, re-exports, constants and cycles, without types and comments', () => {
    const [reached] = reachOf(program, ['switchLight'])
    expect(reached?.definitions.map(({ file, name, lines }) => `${file} ${name} ${lines}`).sort()).toEqual([
      'src/areas/lights/lights.ts switchLight 5',
      'src/areas/lights/limits.ts MAX_LEVEL 1',
      'src/areas/lights/limits.ts [first, second] 1',
      'src/areas/lights/limits.ts limits 4',
      'src/areas/lights/rest.ts levelOf 1',
      'src/areas/lights/text.ts shownText 1',
    ])
  })

  it('are none for a handler that uses nothing', () => {
    expect(reachOf(program, ['deleteLights'])).toEqual([{ operation: 'deleteLights', definitions: [] }])
  })

  it('are refused for an unknown operation', () => {
    expect(() => reachOf(program, ['dimLight'])).toThrow('dimLight has no handler')
  })

  it('are only those of the files that are to be counted', () => {
    const lights = parsed.find(({ fileName }) => fileName.endsWith('/lights.ts'))
    const below = (start: ts.Node) => definitionsBelow(checker, start, (file) => file.startsWith('src/kernel/'))
    expect(lights && below(lights)).toEqual([{ file: 'src/kernel/failure.ts', name: 'invalid', lines: 1 }])
  })
})

describe('import cycles', () => {
  const cyclesOf = (files: Files) => fileCycles(importsOf(new Map(Object.entries(files))))

  it('are groups of files that load each other, directly or through others', () => {
    const files = {
      'src/a.ts': "import { b } from './b.ts'",
      'src/b.ts': "import { c } from './c.ts'\nimport { d } from './d.ts'",
      'src/c.ts': "export { a } from './a.ts'",
      'src/d.ts': "import './e.ts'",
      'src/e.ts': "import { d } from './d.ts'",
      'src/f.ts': "import { a } from './a.ts'",
    }
    expect(cyclesOf(files)).toEqual([
      ['src/a.ts', 'src/b.ts', 'src/c.ts'],
      ['src/d.ts', 'src/e.ts'],
    ])
  })

  it('are not made of types', () => {
    expect(
      cyclesOf({ 'src/a.ts': "import { b } from './b.ts'", 'src/b.ts': "import type { A } from './a.ts'" }),
    ).toEqual([])
  })
})

describe('uses of SQL', () => {
  it('are told apart by how they are written', () => {
    const files = parseFiles({
      'src/uses.ts': `
        export async function uses(scope, { read }) {
          await scope.sql<string>\`SELECT \${Prisma.sql\`3\`}\`
          await sql\`SELECT \${Prisma.join([Prisma.raw('4')])}\`
          await scope.db.$queryRaw\`SELECT 5\`
          await scope.db.$executeRawUnsafe('DELETE')
          read(columns.sql)
        }`,
    })
    const kinds = files.flatMap(sqlUsesIn)
    expect(kinds).toEqual(['sql', 'Prisma.sql', 'sql', 'Prisma.join', 'Prisma.raw', '$queryRaw', '$executeRaw'])
  })
})

it('names that only serve speed are found in code, not in comments and texts', () => {
  const text = "import { valueSql } from './b.ts'\n// isPlanKept\nexport const a = valueSql('isPlanKept')"
  expect(parseFiles({ 'src/a.ts': text }).flatMap(speedMarksIn)).toEqual(['valueSql', 'valueSql'])
})

describe('unused exports', () => {
  const unusedIn = (files: Files) => unusedExports(parseFiles(files), importsOf(new Map(Object.entries(files))))

  it('are the exported names that no other file imports, types included', () => {
    const files = {
      'src/a.ts': 'export const [a, b] = [1, 2]\nexport type T = 1\nexport interface U {}\nexport function f() {}',
      'src/b.ts': "import { a as c, type T } from './a.ts'\nexport { f as g } from './a.ts'\nconst own = 1",
    }
    expect(unusedIn(files)).toEqual(['src/a.ts b', 'src/a.ts U', 'src/b.ts g'])
  })

  it('are none in a file that is imported as a whole', () => {
    expect(unusedIn({ 'src/a.ts': 'export const a = 1', 'src/b.ts': "await import('./a.ts')" })).toEqual([])
    expect(unusedIn({ 'src/a.ts': 'export const a = 1', 'src/b.ts': "import * as all from './a.ts'" })).toEqual([])
  })
})
