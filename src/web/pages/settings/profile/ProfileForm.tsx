import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { LanguagesField, MAX_LANGUAGES } from '../../../components/LanguagesField.tsx'
import { LinkFields } from '../../../components/LinkFields.tsx'
import type { SettingsProfileFragment, UpdateProfileInput, UserStatus } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'

export const SETTINGS_PROFILE = graphql(`
  fragment SettingsProfile on User {
    id
    status
    statusDescription
    pronouns
    bio
    bioLinks
    languages
    tags
  }
`)

const UPDATE_PROFILE = graphql(`
  mutation SettingsUpdateProfile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user {
        ...SettingsProfile
      }
    }
  }
`)

const STATUSES = ['ACTIVE', 'JOIN_ME', 'ASK_ME', 'BUSY', 'OFFLINE'] as const satisfies readonly UserStatus[]
const MAX_LINKS = 10
/** The one tag that people set themselves beside those of languages. */
const RANK_TAG = 'show_social_rank'

const valuesOf = (profile: SettingsProfileFragment) => ({
  status: profile.status,
  statusDescription: profile.statusDescription ?? '',
  pronouns: profile.pronouns ?? '',
  bio: profile.bio ?? '',
  bioLinks: [...profile.bioLinks],
  languages: [...profile.languages],
})
type Values = ReturnType<typeof valuesOf>

/** Languages are stored as tags; those that people set themselves are replaced together. */
const tagsOf = (languages: readonly string[], { tags }: SettingsProfileFragment) => [
  ...tags.filter((tag) => tag === RANK_TAG),
  ...languages.map((code) => `language_${code}`),
]

function inputOf({ languages, bioLinks, ...texts }: Partial<Values>, profile: SettingsProfileFragment) {
  const input: UpdateProfileInput = { ...texts }
  if (languages) input.tags = tagsOf(languages, profile)
  if (bioLinks) input.bioLinks = bioLinks.map((link) => link.trim()).filter((link) => link !== '')
  return input
}

interface ProfileFormProps {
  readonly profile: SettingsProfileFragment
}

export function ProfileForm({ profile }: ProfileFormProps) {
  const { t } = useTranslation(['settings', 'common'])
  const update = useAct(UPDATE_PROFILE)
  const current = valuesOf(profile)
  const edit = useEditForm({ name: 'profile', current }, async (changes) => {
    const input = inputOf(changes, profile)
    // Issues of the answer name a link by its place in the form.
    if (input.bioLinks) form.setValues({ bioLinks: input.bioLinks })
    await update.attempt({ input })
  })
  const { form, onSubmit } = edit
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t('profile.status')}
            data={STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
            {...form.getInputProps('status')}
          />
          <TextInput label={t('profile.pronouns')} {...form.getInputProps('pronouns')} />
        </SimpleGrid>
        <TextInput label={t('profile.statusDescription')} {...form.getInputProps('statusDescription')} />
        <Textarea label={t('profile.bio')} autosize minRows={3} maxRows={12} {...form.getInputProps('bio')} />
        <LanguagesField
          label={t('profile.languages')}
          description={t('profile.languagesHint', { count: MAX_LANGUAGES })}
          {...form.getInputProps('languages')}
        />
        <BioLinks form={form} />
        <EditFormFooter edit={edit} labelOf={(field) => t(`profile.${field}`)} />
      </Stack>
    </form>
  )
}

interface BioLinksProps {
  readonly form: Pick<UseFormReturnType<Values>, 'getInputProps' | 'values' | 'setValues'>
}

function BioLinks({ form }: BioLinksProps) {
  const { t } = useTranslation('settings')
  return (
    <LinkFields
      label={t('profile.bioLinks')}
      links={form.values.bioLinks}
      onChange={(bioLinks) => form.setValues({ bioLinks })}
      most={MAX_LINKS}
      propsOf={(index) => form.getInputProps(`bioLinks.${index}`)}
      texts={{
        add: t('profile.addLink'),
        link: (number) => t('profile.link', { number }),
        remove: (number) => t('profile.removeLink', { number }),
      }}
    />
  )
}
