import { ClusterDirectory } from '@chat/domain/cluster/cluster-directory';
import { ClusterManagement } from '@chat/domain/cluster/cluster-management';
import { Module } from '@nestjs/common';
import { useCase } from '../use-case.js';
import { ClusterController } from './cluster.controller.js';

@Module({
  controllers: [ClusterController],
  providers: [useCase(ClusterManagement, ClusterDirectory)],
})
export class ClusterModule {}
