import type { Section } from './blocks.ts'

const NOTE = `mutation Note($input: UpdateNoteInput!) {
  updateNote(input: $input) {
    note { note }
  }
}`

const REGISTER = `mutation Register($input: RegisterUserAccountInput!) {
  registerUserAccount(input: $input) {
    viewer { id }
  }
}`

const REGISTER_RESPONSE = {
  errors: [
    {
      message: 'password must have 8 to 256 characters',
      locations: [{ line: 2, column: 3 }],
      path: ['registerUserAccount'],
      extensions: {
        code: 'BAD_INPUT',
        reason: 'TOO_SHORT',
        issues: [
          {
            path: ['input', 'password'],
            reason: 'TOO_SHORT',
            message: 'password must have 8 to 256 characters',
            min: 8,
          },
          {
            path: ['input', 'username'],
            reason: 'TOO_SHORT',
            message: 'username must have 4 to 15 characters',
            min: 4,
          },
          { path: ['input', 'email'], reason: 'NOT_AN_EMAIL', message: 'not an e-mail address' },
        ],
        requestId: '1d3c9a52-59a4-4a0e-8f0b-3f4f1c0c7d20',
      },
    },
  ],
  data: null,
}

export const refusals: Section = {
  id: 'errors',
  title: 'Errors',
  blocks: [
    {
      text: 'What is refused stands in `errors`, with the usual `message` and `path`. The text of `message` is for people and may change: programs read `extensions`.',
    },
    {
      example: {
        title: 'A refused mutation',
        document: NOTE,
        variables: { input: { targetUserId: 'usr_00000000-0000-7000-8000-000000000000', note: 'Met at the fair' } },
        response: {
          errors: [
            {
              message: 'User usr_00000000-0000-7000-8000-000000000000 not found',
              locations: [{ line: 2, column: 3 }],
              path: ['updateNote'],
              extensions: {
                code: 'NOT_FOUND',
                reason: 'USER_NOT_FOUND',
                requestId: '6f1c2c0e-6c1f-4f5e-9d57-0c6d1a7a1b11',
              },
            },
          ],
          data: null,
        },
      },
    },
    {
      text: 'All faults of an input are told at once, in `extensions.issues`: `path` begins at the argument, also if the value comes from a variable of another name, and names fields by texts and entries of lists by numbers from 0; `reason` is stable; `min` and `max` are the limits, and `values` the accepted values, where there are any. Values of a wrong type, missing and unknown fields are told in the same form. So a client can show each fault at its field in its own words, by `reason` and the limits.',
    },
    {
      example: {
        title: 'A form with several faults',
        document: REGISTER,
        variables: {
          input: {
            username: 'x',
            email: 'nobody',
            password: 'short',
            birthday: '1990-05-17',
            acceptedTOSVersion: 1,
            subscribe: false,
          },
        },
        response: REGISTER_RESPONSE,
      },
    },
    {
      table: {
        head: ['Code', 'Meaning', 'What a client does'],
        rows: [
          [
            '`UNAUTHENTICATED`',
            'There is no session, or it has ended: `reason` tells how. The reason `WRONG_CREDENTIALS` is that of a login.',
            'Shows the login page.',
          ],
          ['`SECOND_FACTOR_REQUIRED`', 'The session still needs its second factor.', 'Asks for the code.'],
          ['`FORBIDDEN`', 'The viewer sees the object, but may not do this.', 'Tells so; trying again is no use.'],
          ['`NOT_FOUND`', 'The object does not exist, or is invisible to the viewer.', 'Removes it from its lists.'],
          [
            '`BAD_INPUT`',
            'An argument breaks a rule, or a password or code is wrong.',
            'Shows the messages of `issues` at their fields.',
          ],
          [
            '`CONFLICT`',
            'Somebody else was faster, or the state does not fit. With `ifUpdatedAt` an update is refused if what it changes was changed since.',
            'Reads again.',
          ],
          ['`RATE_LIMITED`', 'A limit is reached.', 'Waits for `retryAfter` seconds.'],
          [
            '`UNAVAILABLE`',
            'The server is too busy, or lacks its database.',
            'Tries again after `retryAfter` seconds.',
          ],
          ['`INTERNAL`', 'A fault of the server, which has logged it.', 'Reports the request id.'],
          [
            '`GRAPHQL_PARSE_FAILED`, `GRAPHQL_VALIDATION_FAILED`',
            'The document is no GraphQL, or does not fit the schema.',
            'Is corrected.',
          ],
        ],
      },
    },
    {
      table: {
        head: ['Member of `extensions`', 'Content'],
        rows: [
          ['`code`', 'One of the codes above; always there.'],
          ['`reason`', 'What exactly was refused, as a value of the enum `RefusalReason`; always there.'],
          [
            '`issues`',
            'All faults of the input, in the form of the type `InputIssue`: `path` from the argument to the value, `reason`, `message`, the limits `min` and `max` where the value exceeds one, and `values` where the field accepts only these.',
          ],
          [
            '`suspension`',
            'The suspension of the account: its `reason`, as the admin wrote it and null for none, and `endsAt`, null for a permanent one. At a refused login, and for a session that it has ended while it lasts; at a login also `appealToken`, for the mutation `appeal`.',
          ],
          ['`suspendedUntil`', 'The end of the suspension, as in `suspension`.'],
          ['`assigneeId`', 'Who of the staff has claimed the report, for the reason REPORT_CLAIMED.'],
          ['`retryAfter`', 'Seconds until trying again can succeed.'],
          ['`requestId`', 'The id under which the server has logged the request; always there.'],
        ],
      },
    },
    {
      text: 'The query `refusalReasons`, which needs no session, lists all reasons with their codes and descriptions.',
    },
    {
      text: 'A request whose document can’t be executed is answered with an HTTP status of 400 or more, and so is one that is refused as a whole. In all other cases the status is 200 even if fields were refused.',
    },
  ],
}
