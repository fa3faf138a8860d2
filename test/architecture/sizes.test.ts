import { describe, expect, it } from 'vitest'
import { measureFile, percentile } from '../../src/tools/codeMetrics.ts'

const kindsIn = (text: string) => measureFile('x.ts', text).casts.map((cast) => cast.kind)
const functionsIn = (text: string) => measureFile('x.ts', text).functions.map(({ name, lines }) => `${name} ${lines}`)

describe('size measurements', () => {
  it('find each type assertion and suppression, and only those', () => {
    expect(kindsIn('const a = b as string')).toEqual(['as'])
    expect(kindsIn('const a = <string>b')).toEqual(['as'])
    expect(kindsIn('const a = b as unknown as string')).toEqual(['as', 'as'])
    expect(kindsIn('a!.b')).toEqual(['!'])
    expect(kindsIn('let a!: string')).toEqual(['!'])
    expect(kindsIn('class A { a!: string }')).toEqual(['!'])
    expect(kindsIn('const a: Array<any> = []')).toEqual(['any'])
    expect(
      kindsIn("import { a as b } from './a.ts'\nconst c = [1] as const\nif (!c) throw 'as string'\n// as string"),
    ).toEqual([])
  })

  it('count the lines of each function, nested ones too', () => {
    expect(functionsIn('function outer() {\n  const inner = () => 1\n  return inner()\n}')).toEqual([
      'outer 4',
      'inner 1',
    ])
    expect(functionsIn('class A {\n  constructor() {}\n  go() {\n  }\n}')).toEqual(['constructor 1', 'go 2'])
    expect(functionsIn('list.map((x) => {\n  return x\n})')).toEqual(['list.map(…) 3'])
  })

  it('don’t count data tables and test suites as functions', () => {
    expect(functionsIn('t.fields((t) => ({\n  a: t.id(),\n  b: () => 1,\n}))')).toEqual(['b 1'])
    expect(functionsIn("describe('x', () => {\n  it('y', () => {})\n})")).toEqual(['it(…) 1'])
    expect(functionsIn('interface A { go(): void }\ndeclare function f(): void')).toEqual([])
  })

  it('report the nesting depth of a function', () => {
    const nestingOf = (body: string) => measureFile('x.ts', `function f() { ${body} }`).functions[0]?.nesting
    expect(nestingOf('return 1')).toBe(0)
    expect(nestingOf('if (a) b(); else if (c) d(); else if (e) f()')).toBe(1)
    expect(nestingOf('for (;;) { try { if (a) b() } finally { c() } }')).toBe(2)
    expect(nestingOf('while (a) list.map(() => { if (b) c() })')).toBe(1)
    expect(nestingOf('if (a) b(); else { if (c) d() }')).toBe(2)
  })

  it('report median, 90th percentile and maximum', () => {
    const numbers = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    expect([0.5, 0.9, 1].map((share) => percentile(numbers, share))).toEqual([5, 9, 10])
    expect(percentile([], 0.5)).toBe(0)
  })
})
