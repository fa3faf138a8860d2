import type { Plugin } from 'graphql-yoga'
import { Failure } from '../../../kernel/failure.ts'
import type { RequestGate } from '../../requestGate.ts'
import type { ClientConnection, GraphContext } from '../context.ts'
import { asGraphQLError } from '../errors.ts'

/**
 * Runs each query and mutation in the turn of its sender, and counts those of a batch beside the first, which was counted
 * as the request. Subscriptions take no turn: they last.
 */
export function gatePlugin(gate: RequestGate): Plugin<GraphContext, GraphContext> {
  const begun = new WeakSet<ClientConnection>()
  const countFurther = async ({ connection, scope }: GraphContext) => {
    if (begun.has(connection)) await gate.count(scope)
    begun.add(connection)
  }
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn(async (args) => {
        const { contextValue } = args
        try {
          await countFurther(contextValue)
          const kind = contextValue.operationInfo?.type === 'mutation' ? 'write' : 'read'
          return await gate.run(contextValue.scope, kind, async () => executeFn(args))
        } catch (error) {
          if (error instanceof Failure) return { errors: [asGraphQLError(error)] }
          throw error
        }
      })
    },
  }
}
