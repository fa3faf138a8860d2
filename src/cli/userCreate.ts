import { parseArgs } from 'node:util'
import { enrolUser } from '../areas/accounts/registration.ts'
import type { Settings } from '../settings.ts'
import { type Command, EXIT, only, withSettings } from './command.ts'
import { onPlatform } from './ground.ts'
import { askPassword } from './password.ts'

export const userCreate: Command = {
  name: 'user create',
  takes: '<username> --email <address> [--password <password>] [--admin]',
  help: [
    'Creates an account, also while registration is closed. The address is not confirmed, no mail is sent.',
    'Without --password one is asked for, or made and printed once.',
  ],
  read(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: { type: 'string' }, password: { type: 'string' }, admin: { type: 'boolean', default: false } },
    })
    const username = only(positionals, 'username')
    const { email, password, admin } = values
    if (!email) throw new Error('--email is missing.')
    return withSettings((settings) => create(settings, { username, email, password, admin }))
  },
}

interface Wanted {
  readonly username: string
  readonly email: string
  readonly password: string | undefined
  readonly admin: boolean
}

async function create(settings: Settings, { password: given, ...wanted }: Wanted) {
  const password = given === undefined ? await askPassword() : { text: given, made: false }
  const id = await onPlatform(settings, 'made', (scope) => enrolUser(scope, { ...wanted, password: password.text }))
  console.log(`Created ${wanted.admin ? 'the admin ' : ''}${wanted.username.trim()} (${id}).`)
  if (password.made) console.log(`Password, shown only now: ${password.text}`)
  return EXIT.done
}
