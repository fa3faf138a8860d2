import type { Section } from './blocks.ts'

const INBOX = `fragment Inbox on Viewer {
  id
  notificationFeedSequence
  unreadNotificationCount
  notifications(first: 20) {
    edges { cursor node { id type sender { displayName } } }
  }
}`

const START = `query Notifications {
  viewer {
    notificationFeedCursor
    ...Inbox
  }
}

${INBOX}`

const FEED = `subscription Feed($after: String) {
  notificationFeed(after: $after) {
    cursor
    sequence
    kind
    viewer { ...Inbox }
  }
}

${INBOX}`

const CURSOR = '0192f6a4-1041'
const NEXT_CURSOR = '0192f6a4-1042'

/** The inbox with a friend request of each of these people, the newest first. */
const inbox = (sequence: number, senders: readonly string[]) => ({
  id: 'vwr_0192f6a4-5d00-7000-8000-0000000000a1',
  notificationFeedSequence: sequence,
  unreadNotificationCount: senders.length,
  notifications: {
    edges: senders.map((displayName, at) => ({
      cursor: `0192f6a4-2${senders.length - at}`,
      node: {
        id: `not_0192f6a4-5d00-7000-8000-0000000000f${senders.length - at}`,
        type: 'FRIEND_REQUEST',
        sender: { displayName },
      },
    })),
  },
})

const entry = (cursor: string, sequence: number, senders: readonly string[]) => ({
  data: { notificationFeed: { cursor, sequence, kind: 'CREATED', viewer: inbox(sequence, senders) } },
})

/** Defines `resume`, a link of Apollo Client. */
const RESUME = `// import { ApolloLink } from '@apollo/client' and { tap } from 'rxjs'; put it before the GraphQLWsLink
const resume = new ApolloLink((operation, forward) => forward(operation).pipe(tap(({ data }) => {
  if (data?.notificationFeed?.cursor) operation.variables.after = data.notificationFeed.cursor
})))`

/** Defines `follow(client, { query, after, onEntry })`, for a client of graphql-ws that does not retry by itself. */
const FOLLOW = `// client = createClient({ url, shouldRetry: () => false }) of graphql-ws
async function follow(client, { query, after, onEntry }) {
  for (let wait = 1; ; wait = Math.min(wait * 2, 60)) {
    try {
      for await (const { data, errors } of client.iterate({ query, variables: { after } })) {
        if (errors) throw errors
        after = data.notificationFeed.cursor
        onEntry(data.notificationFeed)
        wait = 1
      }
    } catch (error) {
      if (error[0]?.extensions?.reason === 'CURSOR_EXPIRED') return // load the lists again
      if (error.code === 4401) return // the session has ended: show the login page
    }
    await new Promise((resolve) => setTimeout(resolve, wait * 1000 * Math.random()))
  }
}`

export const liveData: Section = {
  id: 'live',
  title: 'Live data',
  blocks: [
    {
      text: 'Subscriptions tell of changes while a page is open. `notificationFeed` also tells what happened while the client was away: each entry has a `cursor`, and a subscription with `after` begins with the entries that followed it, each once and in order, before it goes on live.',
    },
    {
      text: 'A live list is one fragment, used in the query and in the event: events carry the objects that they are about as full types, and what is selected there is as new as the event. A normalised cache then updates itself. Further pages of the list are read again.',
    },
    {
      example: {
        title: 'Load the list and its cursor together',
        document: START,
        response: { data: { viewer: { notificationFeedCursor: CURSOR, ...inbox(0, []) } } },
      },
    },
    {
      example: {
        title: 'Follow what comes after it: somebody has sent a friend request',
        document: FEED,
        variables: { after: CURSOR },
        response: entry(NEXT_CURSOR, 1, ['Grace']),
      },
    },
    {
      example: {
        title: 'Continue after a lost connection: another request came in the meantime',
        document: FEED,
        variables: { after: NEXT_CURSOR },
        response: entry('0192f6a4-1043', 2, ['Linus', 'Grace']),
      },
    },
    {
      text: 'Answers may overtake each other. `notificationFeedSequence` and the `sequence` of an entry are numbers of the same feed: drop an answer whose `notificationFeedSequence` is lower than the `sequence` of the last entry that has arrived, and ask again. The number is read before everything else in its answer.',
    },
    {
      text: 'Clients of `graphql-ws` that connect again by themselves repeat the variables of a subscription. They take the same object each time, so a link continues with the cursor of the last entry:',
    },
    { script: { title: 'Continue after a lost connection, with Apollo Client', code: RESUME } },
    { text: 'Clients that do not connect again by themselves repeat the subscription themselves:' },
    { script: { title: 'Follow the feed through lost connections', code: FOLLOW } },
    {
      text: 'The text of a close frame is a value of the enum `RefusalReason`. Clients of `graphql-ws` connect again by themselves after 1001, 1013 and a lost connection, as often as `retryAttempts` says: 5 times by default, `Infinity` suits a page that stays open. Over a websocket no subscription ends with an error that waiting would mend: the websocket is closed instead, and the client begins all its subscriptions again. Server-sent events end with such an error. A query over a websocket that is refused as `DATABASE_UNAVAILABLE`, `OVERLOADED` or `TIMEOUT` gets its error, and the websocket stays open.',
    },
    {
      table: {
        head: ['The websocket is closed with', 'Because', 'What a client does'],
        rows: [
          ['1001', 'The server stops, or is replaced.', 'Subscribes again, with the cursor.'],
          [
            '1013',
            'Something prevents the connection or a subscription for a while, or events may have been lost. The reason is `TOO_MANY_SOCKETS`, `LAGGING`, `GAP` or `DATABASE_UNAVAILABLE`.',
            'Subscribes again, with the cursor.',
          ],
          [
            '4403',
            'The session belongs to another person than `viewerId`.',
            'Empties its cache and loads itself again.',
          ],
          [
            '4401',
            'There is no session with its second factor, or it has ended. The text tells why: `SIGNED_OUT`, also for nobody, `SECOND_FACTOR_REQUIRED`, `SESSION_REVOKED`, `SESSION_EXPIRED`, `CREDENTIALS_CHANGED`, `ACCOUNT_SUSPENDED`, `ACCOUNT_DELETED`, or `SESSION_ENDED` where the server does not have the reason. A client that subscribes before `connection_ack` gets the text `Unauthorized`.',
            'Shows the login page, and why.',
          ],
        ],
      },
    },
    {
      text: 'The other subscriptions tell that something has changed and what it is now, but not what was missed. With `initial: true` the first event shows the present state, also after each reconnection: no change falls between a query and its subscription. All subscriptions but `notificationFeed` have that argument, and where events have a kind, that of the first one is `INITIAL`. It is about no object in particular: fields for one that has changed are null, an id that is never null is that of the viewer or of the group, and what the page shows is selected below `viewer`, `group`, `world` or `query`. Lists at the root are read by `query` of an event or a payload: `groupChanged(groupId: $id) { kind query { onlineCount } }`.',
    },
    {
      text: '`serverActivity` tells of public figures at most once in five seconds, `worldChanged` of a world, and `viewerListsChanged` of what the viewer has marked of others or has sent to them, so that all tabs show the same.',
    },
  ],
}
