import { readFileSync } from 'node:fs'
import { judge } from './exceptions.ts'
import { problemsIn } from './problems.ts'

/** Lints schema.graphql; fails for every problem that is no exception, and for exceptions that are needless. */
const found = await problemsIn(readFileSync('schema.graphql', 'utf8'))
const { problems, needless } = judge(found)
for (const { rule, at, message } of problems) process.stdout.write(`${at}: ${message} (${rule})\n`)
for (const one of needless) process.stdout.write(`needless exception in test/graphql/lint/exceptions.ts: ${one}\n`)
process.stdout.write(`${problems.length} problems, ${found.length - problems.length} exceptions\n`)
process.exitCode = problems.length + needless.length > 0 ? 1 : 0
