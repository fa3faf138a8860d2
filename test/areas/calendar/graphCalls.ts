import { expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import type { TestUser } from '../../support/users.ts'

/** Runs GraphQL documents, which are plain text, as users of a server. */
export function graphCalls(app: TestApp) {
  /** The data of a document that is not refused. */
  async function read({ api }: TestUser, text: string, variables: object = {}) {
    const { data, errors } = await aGraphClient(app, api).send(text, variables)
    expect(errors).toBeUndefined()
    return Object(data)
  }

  /** The reasons why a document is refused. */
  async function reasons({ api }: TestUser, text: string, variables: object = {}) {
    const { errors = [] } = await aGraphClient(app, api).send(text, variables)
    return errors.map(({ extensions }) => extensions.reason)
  }

  /** The payload of a mutation that is not refused. */
  async function mutate(person: TestUser, name: string, input: object, selection = 'calendarEvent { id }') {
    const type = name.replace(/^./, (first) => first.toUpperCase())
    const text = `mutation ($input: ${type}Input!) { ${name}(input: $input) { ${selection} } }`
    return (await read(person, text, { input }))[name]
  }

  return { read, reasons, mutate }
}

/** The titles of the events of a connection. */
export const titles = ({ nodes }: { readonly nodes: readonly { readonly title: string }[] }) =>
  nodes.map(({ title }) => title)
