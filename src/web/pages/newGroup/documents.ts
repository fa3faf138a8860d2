import { graphql } from '../../generated/index.ts'

export const NEW_GROUP = graphql(`
  query NewGroup {
    viewer {
      id
      viewerCanCreateGroup
    }
    groupRoleTemplates {
      template
      joinState
      roles {
        name
      }
    }
  }
`)

export const CREATE_GROUP = graphql(`
  mutation CreateGroup($input: CreateGroupInput!, $more: String) {
    createGroup(input: $input) {
      group {
        id
        ...GroupPage
      }
      viewer {
        viewerCanCreateGroup
        ...OwnGroups
      }
    }
  }
`)
