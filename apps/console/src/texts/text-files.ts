import type shellDe from './shell/de.json';
import type shellEn from './shell/en.json';
import type shellEs from './shell/es.json';
import type shellZh from './shell/zh.json';
import type auditDe from './audit/de.json';
import type auditEn from './audit/en.json';
import type auditEs from './audit/es.json';
import type auditZh from './audit/zh.json';
import type clusterDe from './cluster/de.json';
import type clusterEn from './cluster/en.json';
import type clusterEs from './cluster/es.json';
import type clusterZh from './cluster/zh.json';
import type directoriesDe from './directories/de.json';
import type directoriesEn from './directories/en.json';
import type directoriesEs from './directories/es.json';
import type directoriesZh from './directories/zh.json';
import type groupsDe from './groups/de.json';
import type groupsEn from './groups/en.json';
import type groupsEs from './groups/es.json';
import type groupsZh from './groups/zh.json';
import type jobsDe from './jobs/de.json';
import type jobsEn from './jobs/en.json';
import type jobsEs from './jobs/es.json';
import type jobsZh from './jobs/zh.json';
import type keysDe from './keys/de.json';
import type keysEn from './keys/en.json';
import type keysEs from './keys/es.json';
import type keysZh from './keys/zh.json';
import type messagesDe from './messages/de.json';
import type messagesEn from './messages/en.json';
import type messagesEs from './messages/es.json';
import type messagesZh from './messages/zh.json';
import type overviewDe from './overview/de.json';
import type overviewEn from './overview/en.json';
import type overviewEs from './overview/es.json';
import type overviewZh from './overview/zh.json';
import type ownDe from './own/de.json';
import type ownEn from './own/en.json';
import type ownEs from './own/es.json';
import type ownZh from './own/zh.json';
import type reportsDe from './reports/de.json';
import type reportsEn from './reports/en.json';
import type reportsEs from './reports/es.json';
import type reportsZh from './reports/zh.json';
import type roomsDe from './rooms/de.json';
import type roomsEn from './rooms/en.json';
import type roomsEs from './rooms/es.json';
import type roomsZh from './rooms/zh.json';
import type sentencesDe from './sentences/de.json';
import type sentencesEn from './sentences/en.json';
import type sentencesEs from './sentences/es.json';
import type sentencesZh from './sentences/zh.json';
import type sessionsDe from './sessions/de.json';
import type sessionsEn from './sessions/en.json';
import type sessionsEs from './sessions/es.json';
import type sessionsZh from './sessions/zh.json';
import type systemDe from './system/de.json';
import type systemEn from './system/en.json';
import type systemEs from './system/es.json';
import type systemZh from './system/zh.json';
import type usersDe from './users/de.json';
import type usersEn from './users/en.json';
import type usersEs from './users/es.json';
import type usersZh from './users/zh.json';
import type webhooksDe from './webhooks/de.json';
import type webhooksEn from './webhooks/en.json';
import type webhooksEs from './webhooks/es.json';
import type webhooksZh from './webhooks/zh.json';

/** The texts of the shell and of what contexts share, and those of each context, loaded with its screens: in each language. */
export interface TextFiles {
  readonly shell: [typeof shellDe, typeof shellEn, typeof shellEs, typeof shellZh];
  readonly audit: [typeof auditDe, typeof auditEn, typeof auditEs, typeof auditZh];
  readonly cluster: [typeof clusterDe, typeof clusterEn, typeof clusterEs, typeof clusterZh];
  readonly directories: [
    typeof directoriesDe,
    typeof directoriesEn,
    typeof directoriesEs,
    typeof directoriesZh,
  ];
  readonly groups: [typeof groupsDe, typeof groupsEn, typeof groupsEs, typeof groupsZh];
  readonly jobs: [typeof jobsDe, typeof jobsEn, typeof jobsEs, typeof jobsZh];
  readonly keys: [typeof keysDe, typeof keysEn, typeof keysEs, typeof keysZh];
  readonly messages: [typeof messagesDe, typeof messagesEn, typeof messagesEs, typeof messagesZh];
  readonly overview: [typeof overviewDe, typeof overviewEn, typeof overviewEs, typeof overviewZh];
  readonly own: [typeof ownDe, typeof ownEn, typeof ownEs, typeof ownZh];
  readonly reports: [typeof reportsDe, typeof reportsEn, typeof reportsEs, typeof reportsZh];
  readonly rooms: [typeof roomsDe, typeof roomsEn, typeof roomsEs, typeof roomsZh];
  readonly sentences: [
    typeof sentencesDe,
    typeof sentencesEn,
    typeof sentencesEs,
    typeof sentencesZh,
  ];
  readonly sessions: [typeof sessionsDe, typeof sessionsEn, typeof sessionsEs, typeof sessionsZh];
  readonly system: [typeof systemDe, typeof systemEn, typeof systemEs, typeof systemZh];
  readonly users: [typeof usersDe, typeof usersEn, typeof usersEs, typeof usersZh];
  readonly webhooks: [typeof webhooksDe, typeof webhooksEn, typeof webhooksEs, typeof webhooksZh];
}
