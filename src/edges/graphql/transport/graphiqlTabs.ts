/** A tab of GraphiQL; its label is the name of the operation. */
export interface GraphiqlTab {
  readonly query: string
  /** JSON. */
  readonly variables?: string
}

export interface DemoLogin {
  readonly username: string
  readonly password: string
}

const signIn = (
  demo: DemoLogin | null,
) => `# 1. Run this first. Nearly everything else needs a session and is refused with
#    "Missing Credentials" until you have signed in here.
#
#    ${demo ? 'The variables below are those of a demo account.' : 'Write your username and password into the variables below.'}
#    The browser keeps the session in a cookie until the mutation logout ends it.
#    If pendingFactors names second factors, give one of them: verify2FA(input: { code: "…" }).
#
#    A server in production shows its schema here after you have signed in and reloaded the page.
#
#    Guide: /docs/graphql   Schema: /schema.graphql   REST: /docs
mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    session {
      pendingFactors
    }
    viewer {
      user {
        displayName
      }
    }
  }
}
`

const HOME = `# 2. What a home page shows. Refused with "Missing Credentials"? Sign in by the first tab.
query Home {
  viewer {
    unreadNotificationCount
    user {
      displayName
      bio
    }
    friends(first: 5) {
      totalCount
      nodes {
        displayName
        whereabouts {
          kind
        }
      }
    }
    notifications(first: 5) {
      nodes {
        type
        createdAt
        sender {
          displayName
        }
      }
    }
  }
  worlds(first: 3, sort: POPULARITY) {
    nodes {
      name
      occupants
    }
  }
}
`

const FEED = `# 3. Follows your notifications: run it, and then let another account send a friend request.
#    Refused with "Missing Credentials", or closed with "Unauthorized"? Sign in by the first tab.
#    A client continues after a lost connection with (after: "cursor of its last entry").
subscription Feed {
  notificationFeed {
    cursor
    kind
    at
    notification {
      type
      message
      sender {
        displayName
      }
    }
  }
}
`

/** The tabs that GraphiQL opens with: signing in, a home query and the feed of notifications. */
export function graphiqlTabs(demo: DemoLogin | null): GraphiqlTab[] {
  const input = demo ?? { username: '', password: '' }
  return [{ query: signIn(demo), variables: JSON.stringify({ input }, null, 2) }, { query: HOME }, { query: FEED }]
}
