import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { shapeOf } from '../shape/shape.ts'
import { judge } from './exceptions.ts'
import { problemsIn } from './problems.ts'

/**
 * Lints schema.graphql, and prints how often it breaks each rule of its shape. Fails for every problem that is no
 * exception, for exceptions that are needless, and for every break of a rule.
 */
const print = (line: string) => process.stdout.write(`${line}\n`)

const text = readFileSync('schema.graphql', 'utf8')
const found = await problemsIn(text)
const { problems, needless } = judge(found)
for (const { rule, at, message } of problems) print(`${at}: ${message} (${rule})`)
for (const one of needless) print(`needless exception in test/graphql/lint/exceptions.ts: ${one}`)
print(`${problems.length} problems, ${found.length - problems.length} exceptions`)

const shape = shapeOf(buildSchema(text))
for (const { title, count, faults } of shape) {
  print(`${faults.length} ${title} (of ${count})`)
  for (const fault of faults) print(`  ${fault}`)
}
const breaks = shape.flatMap(({ faults }) => faults)
process.exitCode = problems.length + needless.length + breaks.length > 0 ? 1 : 0
