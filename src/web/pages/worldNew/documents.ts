import { graphql } from '../../generated/index.ts'

export const CREATE_WORLD = graphql(`
  mutation CreateWorld($input: CreateWorldInput!) {
    createWorld(input: $input) {
      world {
        id
        name
      }
    }
  }
`)
