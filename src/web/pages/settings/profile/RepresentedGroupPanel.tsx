import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'

const SETTINGS_REPRESENTATION = graphql(`
  fragment SettingsRepresentation on Viewer {
    id
    groups(first: 100) {
      edges {
        cursor
        node {
          id
          name
          viewerCanRepresent
        }
      }
    }
    user {
      id
      representedGroup {
        id
        name
      }
    }
  }
`)

const REPRESENTATION = graphql(`
  query SettingsRepresentedGroup {
    viewer {
      ...SettingsRepresentation
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsRepresentedGroupChanges {
    viewerGroupsChanged {
      viewer {
        ...SettingsRepresentation
      }
    }
  }
`)

const UPDATE_REPRESENTATION = graphql(`
  mutation SettingsUpdateRepresentation($input: UpdateGroupRepresentationInput!) {
    updateGroupRepresentation(input: $input) {
      viewer {
        ...SettingsRepresentation
      }
    }
  }
`)

/** The group that stands beside the name. */
export function RepresentedGroupPanel() {
  const { t } = useTranslation('settings')
  useLive(CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(REPRESENTATION, {})
  const update = useAct(UPDATE_REPRESENTATION)
  const viewer = getFragmentData(SETTINGS_REPRESENTATION, data?.viewer)
  const represented = viewer?.user.representedGroup ?? null
  const choices = viewer?.groups.edges.map(({ node }) => node).filter((group) => group.viewerCanRepresent) ?? []
  const groups = represented && !choices.some(({ id }) => id === represented.id) ? [represented, ...choices] : choices
  const choose = (groupId: string) => {
    const input =
      groupId === '' ? { groupId: represented?.id ?? '', isRepresenting: false } : { groupId, isRepresenting: true }
    void update.act({ input })
  }
  return (
    <Panel
      title={t('represented.title')}
      isLoading={isLoading && !viewer}
      refusal={refusal}
      onRetry={reload}
      empty={viewer && groups.length === 0 && t('represented.empty')}
    >
      <NativeSelect
        label={t('represented.label')}
        description={t('represented.hint')}
        value={represented?.id ?? ''}
        disabled={update.isBusy}
        data={[
          { value: '', label: t('represented.none') },
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
    </Panel>
  )
}
