import { graphql } from '../../generated/index.ts'

/** Sends the viewer an invite to a place, which their client opens. */
export const INVITE_MYSELF_TO = graphql(`
  mutation InviteMyselfTo($input: InviteMyselfToInput!) {
    inviteMyselfTo(input: $input) {
      notification {
        id
      }
    }
  }
`)

export const INVITE_USER = graphql(`
  mutation InviteUser($input: InviteUserInput!) {
    inviteUser(input: $input) {
      sentInvite {
        id
      }
    }
  }
`)

/** Asks a friend for an invite to where they are. */
export const REQUEST_INVITE = graphql(`
  mutation RequestInvite($input: RequestInviteInput!) {
    requestInvite(input: $input) {
      sentInvite {
        id
      }
    }
  }
`)

export const FRIENDS_TO_INVITE = graphql(`
  query FriendsToInvite {
    viewer {
      id
      friends(first: 100, filter: { standings: [ACTIVE, ONLINE] }) {
        edges {
          cursor
          node {
            id
            displayName
            viewerCanInvite
            ...PersonChip
          }
        }
      }
    }
  }
`)

/** Takes back an invite, or a request for one. */
export const WITHDRAW_INVITE = graphql(`
  mutation WithdrawInvite($input: WithdrawInviteInput!) {
    withdrawInvite(input: $input) {
      deletedSentInviteId
      isWithdrawn
    }
  }
`)
