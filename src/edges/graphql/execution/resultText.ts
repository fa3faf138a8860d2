import type { ExecutionResult } from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import { formatResult } from '../errors.ts'

const texts = new WeakMap<ExecutionResult, string>()
const bytes = new WeakMap<ExecutionResult, Buffer>()

const serialize = (result: ExecutionResult) => JSON.stringify(formatResult(result))

/** A result as JSON. One without errors is serialised once, as many subscriptions may share it. */
export const resultText = (result: ExecutionResult): string =>
  result.errors ? serialize(result) : getOrCreate(texts, result, () => serialize(result))

/** A result as JSON in UTF-8. One without errors is encoded once. */
export const resultBytes = (result: ExecutionResult): Buffer =>
  result.errors ? Buffer.from(serialize(result)) : getOrCreate(bytes, result, () => Buffer.from(resultText(result)))
