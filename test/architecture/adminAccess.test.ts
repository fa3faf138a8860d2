import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../src/tools/importGraph.ts'

const sources = [...readSources()].filter(([path]) => !path.startsWith('src/generated/'))
const filesWith = (pattern: RegExp) => sources.filter(([, text]) => pattern.test(text)).map(([path]) => path)

/** The text of each top-level function of a file. */
function topLevelFunctions([path, text]: readonly [path: string, text: string]): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node)) found.push(node.getText(file))
    else ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const WRITE = /\btransact\(|\$executeRaw|\.(create|createMany|update|updateMany|upsert|delete|deleteMany)\(/
const AUDITED_ACTS = 'src/areas/audit/staffAct.ts'

describe('acts of admins', () => {
  it('are written to the audit log by one function', () => {
    expect(filesWith(/\bauditEntry\s*\.\s*(create|upsert|update|delete)/)).toEqual([AUDITED_ACTS])
    expect(filesWith(/(INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+"AuditEntry"/i)).toEqual([])
  })

  it('change data only in functions that write an audit entry', () => {
    const checks = sources
      .filter(([path]) => path !== AUDITED_ACTS)
      .flatMap(topLevelFunctions)
      .filter((text) => /\bassert(Admin|Staff)\(/.test(text))
    expect(checks.length).toBeGreaterThan(5)
    expect(checks.filter((text) => WRITE.test(text))).toEqual([])
  })
})

describe('access rules', () => {
  it('check for the admin role in few places', () => {
    expect(filesWith(/\bviewer\??\.admin\b/)).toEqual([
      AUDITED_ACTS,
      'src/edges/graphql/access.ts',
      'src/edges/graphql/limits.ts',
      'src/edges/rest/access.ts',
      'src/kernel/access.ts',
    ])
  })

  it('are named canX if they return a boolean and assertX if they throw', () => {
    expect(filesWith(/\bexport (async function|function|const) (may|must|require)[A-Z]/)).toEqual([])
  })
})
