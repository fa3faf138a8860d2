import ts from 'typescript'
import { expect, it } from 'vitest'
import { readSources } from '../../src/tools/importGraph.ts'
import { speedMarksIn } from '../../src/tools/speedMarks.ts'
import { isForSql, sqlUsesIn } from '../../src/tools/sqlUse.ts'

const areaFiles = [...readSources()]
  .filter(([path]) => path.startsWith('src/areas/'))
  .map(([path, text]) => ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true))

const pathsOf = (files: readonly ts.SourceFile[]) => files.map(({ fileName }) => fileName)

it('areas have SQL that is written by hand in queries.ts, locks.ts and policy.ts alone', () => {
  const withSql = areaFiles.filter((file) => sqlUsesIn(file).length > 0)
  expect(withSql.length).toBeGreaterThan(20)
  expect(pathsOf(withSql).filter((path) => !isForSql(path))).toEqual([])
})

it('areas have no names that only serve speed', () => {
  expect(pathsOf(areaFiles.filter((file) => speedMarksIn(file).length > 0))).toEqual([])
})
