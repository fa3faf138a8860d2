import type { ExecutionResult } from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import { formatResult } from '../errors.ts'

const texts = new WeakMap<ExecutionResult, string>()

const serialize = (result: ExecutionResult) => JSON.stringify(formatResult(result))

/** A result as JSON. One without errors is serialised once, as many subscriptions may share it. */
export const resultText = (result: ExecutionResult): string =>
  result.errors ? serialize(result) : getOrCreate(texts, result, () => serialize(result))
