import { type ASTVisitor, type DocumentNode, GraphQLError, type ValidationContext } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/** PostgreSQL has no place for a zero byte in text, so no text of a client may bring one in. */
const ZERO = '\0'
const ESCAPED = '\\u0000'
const refusal = () => new GraphQLError('texts must not contain a zero byte', { extensions: { code: 'BAD_INPUT' } })

const withoutZero = (context: ValidationContext): ASTVisitor => ({
  StringValue: ({ value }) => (value.includes(ZERO) ? context.reportError(refusal()) : undefined),
})

interface Beginning {
  readonly args: { document: DocumentNode; variableValues?: unknown }
  readonly setResultAndStopExecution: (result: { errors: GraphQLError[] }) => void
}

function check({ args: { variableValues }, setResultAndStopExecution }: Beginning) {
  if (variableValues && JSON.stringify(variableValues).includes(ESCAPED))
    setResultAndStopExecution({ errors: [refusal()] })
}

/** Refuses a zero byte in the document and in its variables. */
export const storableTexts: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(withoutZero),
  onExecute: check,
  onSubscribe: check,
}
