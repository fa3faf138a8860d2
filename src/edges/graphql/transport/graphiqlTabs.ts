/** A tab of GraphiQL; its label is the name of the operation. */
interface GraphiqlTab {
  readonly query: string
}

export interface DemoLogin {
  readonly username: string
  readonly password: string
}

const OWN_LOGIN: DemoLogin = { username: '', password: '' }

// GraphiQL shows no variables in the first of its default tabs, so the values stand in the document.
const signIn = (
  demo: DemoLogin | null,
) => `# 1. Run this first: it signs you in${demo ? ' as a demo account' : ', once you\n#    have filled in username and password'}.
#
#    Without a session most fields are refused with
#    "Missing Credentials". The browser keeps the
#    session in a cookie until the mutation logout.
#    If pendingFactors names second factors, give one:
#    verify2FA(input: { code: "…" }).
#
#    In production the schema shows here after you
#    have signed in and reloaded the page.
mutation SignIn {
  signIn(
    input: {
      username: ${JSON.stringify((demo ?? OWN_LOGIN).username)}
      password: ${JSON.stringify((demo ?? OWN_LOGIN).password)}
    }
  ) {
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

const HOME = `# 2. What a home page shows.
#    Refused with "Missing Credentials", or viewer is
#    null? Sign in by the first tab.
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
      occupantCount
    }
  }
}
`

const FEED = `# 3. Follows your notifications: run it, then let
#    another account send you a friend request.
#    Refused with "Missing Credentials", or closed as
#    "Unauthorized"? Sign in by the first tab.
#    After a lost connection a client goes on with
#    (after: "cursor of its last entry").
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
export const graphiqlTabs = (demo: DemoLogin | null): GraphiqlTab[] => [
  { query: signIn(demo) },
  { query: HOME },
  { query: FEED },
]
