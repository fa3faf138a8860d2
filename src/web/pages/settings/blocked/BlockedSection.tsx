import { BlockedAvatarsPanel } from './BlockedAvatarsPanel.tsx'
import { BlockedGroupsPanel } from './BlockedGroupsPanel.tsx'
import { ModerationsPanel } from './ModerationsPanel.tsx'
import { RemoveAllPanel } from './RemoveAllPanel.tsx'

/** Whom and what the person keeps away. */
export const BlockedSection = () => (
  <>
    <ModerationsPanel list="blocked" types={['BLOCK']} />
    <ModerationsPanel list="muted" types={['MUTE', 'MUTE_CHAT']} />
    <ModerationsPanel
      list="others"
      types={['HIDE_AVATAR', 'SHOW_AVATAR', 'INTERACT_OFF', 'INTERACT_ON', 'UNMUTE', 'UNMUTE_CHAT']}
    />
    <RemoveAllPanel />
    <BlockedAvatarsPanel />
    <BlockedGroupsPanel />
  </>
)
