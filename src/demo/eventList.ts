/** An event of a demo group, or a series of events. */
export interface DemoEvent {
  /** Short code of the group. */
  readonly group: string
  readonly title: string
  readonly about: string
  readonly category: string
  /** Days from now to the first one. */
  readonly day: number
  /** Hour of the wall clock. */
  readonly hour: number
  /** Duration in hours. */
  readonly hours: number
  readonly zone: string
  readonly isWeekly?: boolean
  readonly isFeatured?: boolean
  readonly isDraft?: boolean
  readonly forMembers?: boolean
}

const [BERLIN, NEW_YORK, TOKYO] = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'] as const

const at = (zone: string, day: number, hour: number, hours: number) => ({ zone, day, hour, hours })
const of = (group: string, category: string, title: string, about: string) => ({ group, category, title, about })

/** Thirty events over the coming weeks. */
export const DEMO_EVENTS: readonly DemoEvent[] = [
  {
    ...of('ENGINE', 'education', 'Notes on the Engine', 'We read the notes aloud and run them by hand.'),
    ...at(BERLIN, 1, 19, 2),
    ...{ isWeekly: true, isFeatured: true },
  },
  { ...of('ENGINE', 'education', 'First Program', 'For all who have never written one.'), ...at(BERLIN, 5, 18, 1) },
  {
    ...of('ENGINE', 'other', 'Committee', 'Budget, gears, other business.'),
    ...at(BERLIN, 8, 20, 1),
    forMembers: true,
  },
  {
    ...of('ENGINE', 'arts', 'Poetry and Numbers', 'Not announced yet.'),
    ...at(BERLIN, 20, 20, 2),
    isDraft: true,
  },
  {
    ...of('MOTH', 'exploration', 'Lamp Walk', 'Bring a lamp and a log book.'),
    ...at(NEW_YORK, 2, 21, 2),
    isWeekly: true,
  },
  { ...of('MOTH', 'education', 'How to Log', 'What to write down, and why.'), ...at(NEW_YORK, 9, 19, 1) },
  { ...of('HOBBY', 'hangout', 'Workbench', 'Show what you build.'), ...at(BERLIN, 3, 18, 3), isWeekly: true },
  { ...of('HOBBY', 'other', 'Repair Café', 'Three days, and nothing is thrown away.'), ...at(BERLIN, 12, 14, 52) },
  {
    ...of('NIGHT', 'arts', 'City Lights', 'We photograph three worlds after dark.'),
    ...at(TOKYO, 4, 21, 2),
    isFeatured: true,
  },
  { ...of('NIGHT', 'arts', 'Prints and Frames', 'Bring prints to talk about.'), ...at(TOKYO, 18, 20, 1) },
  {
    ...of('HELLO', 'hangout', 'First Evening', 'We show you around.'),
    ...at(NEW_YORK, 1, 20, 2),
    ...{ isWeekly: true, isFeatured: true },
  },
  { ...of('HELLO', 'avatars', 'Your First Avatar', 'Where to find one.'), ...at(NEW_YORK, 6, 20, 1) },
  { ...of('HELLO', 'hangout', 'Sunday Coffee', 'No programme at all.'), ...at(BERLIN, 10, 15, 2) },
  { ...of('QUIET', 'hangout', 'Quiet Game Night', 'Cards only.'), ...at(BERLIN, 7, 20, 3), forMembers: true },
  { ...of('RADIO', 'music', 'Friday Broadcast', 'Live from the harbour.'), ...at(BERLIN, 2, 22, 3), isWeekly: true },
  { ...of('RADIO', 'performance', 'Open Microphone', 'Five minutes each.'), ...at(BERLIN, 16, 21, 2) },
  { ...of('MAPS', 'exploration', 'Survey', 'One world, room by room.'), ...at(NEW_YORK, 11, 18, 2) },
  { ...of('DANCE', 'dance', 'All Night', 'Anything with a beat.'), ...at(TOKYO, 3, 23, 6), isWeekly: true },
  { ...of('DANCE', 'dance', 'First Steps', 'A lesson for two left feet.'), ...at(TOKYO, 13, 20, 1) },
  { ...of('CHESS', 'gaming', 'Slow Tournament', 'One move a minute.'), ...at(BERLIN, 14, 15, 5) },
  { ...of('SIGNS', 'education', 'Hands First', 'The first fifty signs.'), ...at(NEW_YORK, 4, 19, 1), isWeekly: true },
  { ...of('TEA', 'wellness', 'Rain on the Roof', 'Tea, and nothing to do.'), ...at(TOKYO, 5, 17, 2) },
  { ...of('TEA', 'hangout', 'Tea for Newcomers', 'We pour.'), ...at(TOKYO, 19, 17, 1) },
  { ...of('COLD', 'education', 'Warm-up', 'We measure, then we argue.'), ...at(BERLIN, 15, 19, 2) },
  { ...of('STAGE', 'performance', 'A Play in One Act', 'Doors close at the start.'), ...at(NEW_YORK, 17, 20, 2) },
  { ...of('HERO', 'roleplaying', 'Reunion', 'Capes are optional.'), ...at(NEW_YORK, 21, 20, 3), forMembers: true },
  { ...of('PLANE', 'gaming', 'Longest Flight', 'Fold, throw, measure.'), ...at(TOKYO, 8, 18, 1) },
  { ...of('WALK', 'exploration', 'Before Breakfast', 'A new world.'), ...at(TOKYO, 6, 6, 1) },
  { ...of('FILM', 'film_media', 'The Film of the Week', 'Then the argument.'), ...at(BERLIN, 9, 20, 3) },
  // It goes on while the server starts.
  { ...of('TEA', 'hangout', 'Open House', 'Come in, the kettle is on.'), ...at(TOKYO, 0, 0, 12) },
]
