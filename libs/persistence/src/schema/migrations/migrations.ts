import { CreateSystem } from './1796083200001-create-system.js';
import { CreateUsers } from './1796083200002-create-users.js';
import { CreateGroups } from './1796083200003-create-groups.js';
import { CreateRooms } from './1796083200004-create-rooms.js';
import { LimitTexts } from './1796083200005-limit-texts.js';
import { RememberRosterChanges } from './1796083200006-remember-roster-changes.js';
import { FindOldMessages } from './1796083200007-find-old-messages.js';
import { FindOwners } from './1796083200008-find-owners.js';
import { InheritNames } from './1796083200009-inherit-names.js';
import { VersionSharedGroups } from './1796083200010-version-shared-groups.js';
import { SearchNames } from './1796083200011-search-names.js';
import { ListUsers } from './1796083200012-list-users.js';
import { ListEverything } from './1796083200013-list-everything.js';
import { CreateIdempotencyKeys } from './1796083200014-create-idempotency-keys.js';
import { NoteShownSenders } from './1796083200015-note-shown-senders.js';
import { CreateConsoleSessions } from './1796083200016-create-console-sessions.js';
import { CreateApiKeys } from './1796083200017-create-api-keys.js';
import { SearchMessages } from './1796083200018-search-messages.js';
import { TimeLockouts } from './1796083200019-time-lockouts.js';
import { CreateArchives } from './1796083200020-create-archives.js';
import { CreateEvents } from './1796083200021-create-events.js';
import { CreateJobs } from './1796083200023-create-jobs.js';
import { CreateSchemaState } from './1796083200024-create-schema-state.js';
import { CreateSessionSamples } from './1796083200025-create-session-samples.js';
import { NotePropertyChanges } from './1796083200026-note-property-changes.js';
import { DescribePictures } from './1796083200030-describe-pictures.js';
import { CreateWebhooks } from './1796083200031-create-webhooks.js';
import { AllowOneHash } from './1796083200032-allow-one-hash.js';
import { FindAbsentHashes } from './1796083200033-find-absent-hashes.js';
import { ShowGroups } from './1796083200034-show-groups.js';
import { FindShownGroups } from './1796083200035-find-shown-groups.js';
import { KeepFiles } from './1796083200036-keep-files.js';
import { CountBegunBatches } from './1796083200037-count-begun-batches.js';
import { IdentifyGroups } from './1796083200039-identify-groups.js';
import { CountKeptAnswers } from './1796083200040-count-kept-answers.js';
import { IdentifyAccounts } from './1796083200041-identify-accounts.js';
import { FindIdentities } from './1796083200042-find-identities.js';
import { TellLabels } from './1796083200043-tell-labels.js';
import { NoteIssuerSubjects } from './1796083200044-note-issuer-subjects.js';
import { NoteConcerned } from './1796083200045-note-concerned.js';
import { CreateInstallation } from './1796083200046-create-installation.js';
import { NoteAuthors } from './1796083200047-note-authors.js';
import { RenameStepRooms } from './1796083200048-rename-step-rooms.js';
import { SetGroups } from './1796083200049-set-groups.js';
import { KeepPositions } from './1796083200050-keep-positions.js';
import { FindSubjects } from './1796083200051-find-subjects.js';
import { WarnOfLines } from './1796083200052-warn-of-lines.js';
import { FindFirstLines } from './1796083200053-find-first-lines.js';
import { ExplainJobResults } from './1796083200059-explain-job-results.js';
import { CreateRoles } from './1796083200060-create-roles.js';
import { RetractMessages } from './1796083200061-retract-messages.js';
import { CreateReports } from './1796083200062-create-reports.js';
import { KeepIssuerSessions } from './1796083200063-keep-issuer-sessions.js';
import { LeaseChatServers } from './1796083200064-lease-chat-servers.js';
import { RetractCorrections } from './1796083200065-retract-corrections.js';
import { NoteChatServerRuns } from './1796083200066-note-chat-server-runs.js';
import { SealAudit } from './1796083200067-seal-audit.js';
import { ManageObjects } from './1796083200068-manage-objects.js';
import { KeepDirectoryRuns } from './1796083200069-keep-directory-runs.js';
import { FoldTexts } from './1796083200070-fold-texts.js';
import { DepartFiles } from './1796083200071-depart-files.js';
import { FollowDirectoryEntries } from './1796083200073-follow-directory-entries.js';
import { FindAskedAccounts } from './1796083200074-find-asked-accounts.js';
import { LetRoomsOutliveServers } from './1796083200075-let-rooms-outlive-servers.js';
import { CreateHolds } from './1796083200079-create-holds.js';
import { ReplyToReporters } from './1796083200081-reply-to-reporters.js';
import { CreateRetentionRules } from './1796083200082-create-retention-rules.js';

/** All migrations in order. Those in `migrations.lock.json` are never edited. */
export const migrations = [
  CreateSystem,
  CreateUsers,
  CreateGroups,
  CreateRooms,
  LimitTexts,
  RememberRosterChanges,
  FindOldMessages,
  FindOwners,
  InheritNames,
  VersionSharedGroups,
  SearchNames,
  ListUsers,
  ListEverything,
  CreateIdempotencyKeys,
  NoteShownSenders,
  CreateConsoleSessions,
  CreateApiKeys,
  SearchMessages,
  TimeLockouts,
  CreateArchives,
  CreateEvents,
  CreateJobs,
  CreateSchemaState,
  CreateSessionSamples,
  NotePropertyChanges,
  DescribePictures,
  CreateWebhooks,
  AllowOneHash,
  FindAbsentHashes,
  ShowGroups,
  FindShownGroups,
  KeepFiles,
  CountBegunBatches,
  IdentifyGroups,
  CountKeptAnswers,
  IdentifyAccounts,
  FindIdentities,
  TellLabels,
  NoteIssuerSubjects,
  NoteConcerned,
  CreateInstallation,
  NoteAuthors,
  RenameStepRooms,
  SetGroups,
  KeepPositions,
  FindSubjects,
  WarnOfLines,
  FindFirstLines,
  ExplainJobResults,
  CreateRoles,
  RetractMessages,
  CreateReports,
  KeepIssuerSessions,
  LeaseChatServers,
  RetractCorrections,
  NoteChatServerRuns,
  SealAudit,
  ManageObjects,
  KeepDirectoryRuns,
  FoldTexts,
  DepartFiles,
  FollowDirectoryEntries,
  FindAskedAccounts,
  LetRoomsOutliveServers,
  CreateHolds,
  ReplyToReporters,
  CreateRetentionRules,
];
