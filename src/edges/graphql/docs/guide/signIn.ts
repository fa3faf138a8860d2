import type { Section } from './blocks.ts'

const SIGN_IN = `mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    session { pendingFactors }
    viewer { id username }
  }
}`

const VERIFY = `mutation Verify($input: Verify2FAInput!) {
  verify2FA(input: $input) {
    viewer { id username }
  }
}`

export const start: Section = {
  id: 'start',
  title: 'Start',
  blocks: [
    {
      text: 'One address, `/graphql`, serves everything: queries and mutations by HTTP, queries and subscriptions by websocket in the `graphql-transport-ws` protocol, and subscriptions also by server-sent events. Apollo Client, urql and Relay need no plugin. The schema is at [/schema.graphql](/schema.graphql) for code generators, and by introspection. In production both need a session, as do this guide and the documentation of REST: generators send its cookie, `Cookie: auth=…`.',
    },
    {
      list: [
        'Send `POST` with `Content-Type: application/json`. A `GET` also needs the header `apollo-require-preflight` or `x-graphql-yoga-csrf`, with any value, and can’t run mutations.',
        'Let the browser send cookies: `credentials: "include"` in `fetch`, `withCredentials` elsewhere. Pages of other origins can do so only if the operator allows their origin.',
        'Each mutation takes one `input` and returns its payload: the objects that it has changed, and `viewer`. It repeats the `clientMutationId` of the input.',
        'Signed out, `viewer` is null; fields that need a session are refused.',
        'Every object with an `id` is a `Node`: `node(id:)` and `nodes(ids:)` read it again. The prefix of an id tells its type.',
        'Every response has the header `X-Request-Id`; name its value when you ask the operator for help. `X-Plaza-Version` is the version of the server: a page that sees another one than before loads itself again when it suits.',
      ],
    },
  ],
}

export const signIn: Section = {
  id: 'sign-in',
  title: 'Signing in',
  blocks: [
    {
      text: '`signIn` takes the username or the e-mail address, and sets the session cookie `auth`. Scripts can’t read it, and need not: the browser sends it with every further request and websocket. If the account has a second factor, `viewer` is null and `session.pendingFactors` names the factors of which one must be given.',
    },
    {
      example: {
        title: 'Sign in to an account with a second factor',
        document: SIGN_IN,
        variables: { input: { username: 'ada', password: 'correct horse battery' } },
        response: { data: { signIn: { session: { pendingFactors: ['TOTP', 'RECOVERY_CODE'] }, viewer: null } } },
      },
    },
    { text: '`verify2FA` takes the code of the authenticator app and completes the session.' },
    {
      example: {
        title: 'Give the second factor',
        document: VERIFY,
        variables: { input: { code: '123456' } },
        response: {
          data: { verify2FA: { viewer: { id: 'vwr_0192f6a4-5d00-7000-8000-00000000ada1', username: 'ada' } } },
        },
      },
    },
    {
      table: {
        head: ['Factor', 'Given by'],
        rows: [
          ['`TOTP`', '`verify2FA` with the code of the authenticator app'],
          ['`RECOVERY_CODE`', '`verifyRecoveryCode` with one of the codes shown when the app was set up'],
          [
            '`EMAIL_CODE`',
            '`verify2FAEmailCode` with the code from the mail about a login from a new place; the link in that mail works, too',
          ],
        ],
      },
    },
    {
      list: [
        'Until the second factor is given, other fields are refused with the code `SECOND_FACTOR_REQUIRED`, and websockets are closed with 4401.',
        'An account has a limited number of sessions. Beyond it `signIn` is refused with the reason `TOO_MANY_SESSIONS`, unless `endOldestSession: true` ends the least recently used one.',
        '`viewer.sessions` lists the sessions, `revokeSession` and `revokeOtherSessions` end them, `logout` ends this one.',
        'Clients without cookies send the value of the `auth` cookie themselves: as `Cookie` header, or as `authToken` in the payload of `connection_init`.',
      ],
    },
  ],
}

/** What keeps a page from showing what another person sees. */
export const viewerGuard: Section = {
  id: 'viewer',
  title: 'One viewer for each page',
  blocks: [
    {
      text: 'All tabs of a browser share one cookie: while a page sleeps, another person may sign in elsewhere. A page therefore names whom it shows, by `Viewer.id`: in the header `X-Plaza-Viewer` of each request, and as `viewerId` in the payload of `connection_init`. If the session belongs to another person, nothing is executed.',
    },
    {
      table: {
        head: ['The session', 'By HTTP', 'By websocket'],
        rows: [
          [
            'belongs to another person',
            'Each operation is refused with the code `UNAUTHENTICATED` and the reason `VIEWER_CHANGED`.',
            'Closed with 4403 and the text `VIEWER_CHANGED`.',
          ],
          [
            'has ended, or there is none',
            'Each operation is refused with the code `UNAUTHENTICATED`.',
            'Closed with 4401.',
          ],
        ],
      },
    },
    {
      text: 'The payload of `connection_ack` is `{ viewerId, serverVersion }`: whom the websocket serves, and the version that `X-Plaza-Version` has. A page empties its cache and loads itself again when its viewer has changed. Leave the header and `viewerId` out while nobody is signed in, as in the request that signs in.',
    },
  ],
}

export const signOut: Section = {
  id: 'sign-out',
  title: 'Signing out',
  blocks: [
    {
      text: '`logout` ends the session, deletes the cookie, and closes the websockets of the session with 4401. Empty the client’s cache then: what it holds was visible to the person who has left. The header `Clear-Site-Data` has the browser empty its cache and its storage of this origin, over https. For seven days after a session has ended, requests with its cookie are told why: with the code `UNAUTHENTICATED` and a reason such as `SESSION_REVOKED`, `SESSION_EXPIRED` or `ACCOUNT_SUSPENDED`.',
    },
    {
      example: {
        title: 'Sign out',
        document: 'mutation SignOut { logout(input: {}) { deletedSessionId } }',
        response: { data: { logout: { deletedSessionId: 'ses_0192f6a4-5d00-7000-8000-00000000ada1' } } },
      },
    },
  ],
}
