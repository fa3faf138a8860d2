import type { Section } from './blocks.ts'

const START = `query Notifications {
  viewer {
    notificationFeedCursor
    unreadNotificationCount
    notifications(first: 20) {
      nodes { id type createdAt }
    }
  }
}`

const FEED = `subscription Feed($after: String) {
  notificationFeed(after: $after) {
    cursor
    kind
    notification {
      id
      type
      sender { displayName }
    }
  }
}`

const CURSOR = '0192f6a4-1041'
const NEXT_CURSOR = '0192f6a4-1042'

const entry = (cursor: string, displayName: string) => ({
  data: {
    notificationFeed: {
      cursor,
      kind: 'CREATED',
      notification: {
        id: 'not_0192f6a4-5d00-7000-8000-0000000000f1',
        type: 'FRIEND_REQUEST',
        sender: { displayName },
      },
    },
  },
})

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
      example: {
        title: 'Load the list and its cursor together',
        document: START,
        response: {
          data: {
            viewer: { notificationFeedCursor: CURSOR, unreadNotificationCount: 0, notifications: { nodes: [] } },
          },
        },
      },
    },
    {
      example: {
        title: 'Follow what comes after it: somebody has sent a friend request',
        document: FEED,
        variables: { after: CURSOR },
        response: entry(NEXT_CURSOR, 'Grace'),
      },
    },
    {
      example: {
        title: 'Continue after a lost connection: another request came in the meantime',
        document: FEED,
        variables: { after: NEXT_CURSOR },
        response: entry('0192f6a4-1043', 'Linus'),
      },
    },
    {
      text: 'Clients of `graphql-ws` that reconnect by themselves repeat their first variables, and so get entries again. Let the page repeat the subscription instead, with the cursor of the last entry:',
    },
    { script: { title: 'Follow the feed through lost connections', code: FOLLOW } },
    {
      table: {
        head: ['The websocket is closed with', 'Because', 'What a client does'],
        rows: [
          ['1001', 'The server stops, or is replaced.', 'Subscribes again, with the cursor.'],
          ['1013', 'The client has not read what it was sent.', 'Subscribes again, with the cursor.'],
          ['4401', 'There is no session with its second factor, or it has ended.', 'Shows the login page.'],
          ['4429', 'The user has too many websockets.', 'Shares one among its tabs.'],
        ],
      },
    },
    {
      text: 'The other subscriptions tell that something has changed and what it is now, but not what was missed: after a lost connection, read the lists again and subscribe.',
    },
  ],
}
