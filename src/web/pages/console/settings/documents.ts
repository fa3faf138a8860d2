import { graphql } from '../../../generated/index.ts'

export const CONSOLE_SETTINGS = graphql(`
  query ConsoleSettings {
    settings {
      name
      value
      isSecret
      source
      description
      fallback
    }
  }
`)
